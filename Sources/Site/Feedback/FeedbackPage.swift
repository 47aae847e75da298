// The feedback form, before submission and after a rejection, and the thank-you page.

import Ledger

/// The form's fields. All are optional: stars are not sent unless chosen.
struct FeedbackForm: Decodable, Sendable {
    var stars: String?
    var message: String?
    var name: String?
    var email: String?

    func feedback() throws(Feedback.Flaws) -> Feedback {
        try Feedback(
            stars: stars.flatMap { Int($0) }, message: message ?? "", name: name ?? "", email: email ?? "")
    }

    /// All input as one text, for a page that returns it in a single field.
    var everythingTyped: String {
        [message, name, email].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

struct FeedbackPage: Page {
    static let template = "Feedback/feedback"

    /// The form's operation id, so that resubmitting it stores the feedback only once.
    let operation: String
    let stars: [Choice]
    let message: String
    let name: String
    let email: String
    let messageProblem: String?
    let nameProblem: String?
    let emailProblem: String?

    init(_ form: FeedbackForm, flaws: Set<Feedback.Flaw>, operation: String, _ words: Words) {
        self.operation = operation
        stars = (1...5).map { number in
            Choice(
                value: String(number), name: words(.feedbackStar, number: Int64(number)),
                isChosen: form.stars == String(number))
        }
        message = form.message ?? ""
        name = form.name ?? ""
        email = form.email ?? ""
        func tooLong(_ most: Int) -> String { words(.feedbackTooLong, number: Int64(most)) }
        messageProblem =
            flaws.contains(.messageIsTooLong)
            ? tooLong(Feedback.longestMessage)
            : flaws.contains(.nothingIsSaid) ? words[.feedbackNothing] : nil
        nameProblem = flaws.contains(.nameIsTooLong) ? tooLong(Feedback.longestName) : nil
        emailProblem =
            flaws.contains(.emailIsTooLong)
            ? tooLong(Feedback.longestEmail) : flaws.contains(.emailIsNone) ? words[.feedbackEmail] : nil
    }
}

/// Shown after feedback is stored.
struct FeedbackThanksPage: Page {
    static let template = "Feedback/thanks"
}
