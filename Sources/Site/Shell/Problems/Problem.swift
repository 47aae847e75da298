// What an error page says: the status, what happened and what to do. No internals.

import HTTPTypes
import Hummingbird
import Ledger

/// An error of the site's own, which says itself how it is presented.
protocol ProblemError: Error {
    var problem: Problem { get }
}

/// An error as its page presents it.
struct Problem: Sendable {
    /// A page that the error page leads to, besides the counters.
    enum Destination { case trash, changes, waiting, join }

    let status: HTTPResponse.Status
    let heading: Phrase
    let advice: Phrase
    /// Whether to log it for the operator.
    var isFault = false
    /// Seconds after which a retry may succeed.
    var retryAfter: Int?
    /// Where else the user may want to go, the most likely first.
    var destinations: [Destination]
    /// Whether the counters are there for whoever reads this.
    var leadsBack = true
    /// The methods that the address allows, for a 405.
    var allowed: String?

    init(_ error: any Error) {
        switch error {
        case let error as any ProblemError: self = error.problem
        case let refusal as Refusal: self.init(refusal)
        case let fault as StorageFault: self.init(fault)
        case let error as any HTTPResponseError: self.init(error.status)
        default: self.init(.internalServerError)
        }
    }

    /// What happened and what to do, for a script.
    func sentence(_ words: Words) -> String { words(.problemSentence, words[heading], words[advice]) }

    init(
        _ status: HTTPResponse.Status, _ heading: Phrase, _ advice: Phrase, isFault: Bool = false,
        retryAfter: Int? = nil, destination destinations: Destination...
    ) {
        self.status = status
        self.heading = heading
        self.advice = advice
        self.isFault = isFault
        self.retryAfter = retryAfter
        self.destinations = destinations
    }

    private init(_ refusal: Refusal) {
        switch refusal {
        case .noSuchCounter:
            self.init(.notFound, .noCounterHeading, .noCounterAdvice)
        case .counterIsDeleted:
            self.init(.notFound, .inTrashHeading, .inTrashAdvice, destination: .trash)
        case .unknownDevice:
            self.init(.notFound, .noSessionHeading, .noSessionAdvice, destination: .join, .waiting)
        case .signUpIsClosed:
            self.init(.forbidden, .privateHeading, .privateAdvice, destination: .join)
            leadsBack = false
        case .otherAccount:
            self.init(.conflict, .otherAccountHeading, .otherAccountAdvice)
        case .tooManyAccounts:
            self.init(.tooManyRequests, .tooManyHeading, .tooManyAdvice, retryAfter: 3600)
        case .tooMuchFeedback:
            self.init(
                .tooManyRequests, .tooMuchFeedbackHeading, .tooMuchFeedbackAdvice, retryAfter: 3600)
        case .tooManyOperations:
            self.init(.tooManyRequests, .tooManyOperationsHeading, .tooManyOperationsAdvice, retryAfter: 2)
        case .tooManyOperationsToday:
            self.init(
                .tooManyRequests, .tooManyOperationsTodayHeading, .tooManyOperationsTodayAdvice,
                retryAfter: 3600)
        case .tooManyCounters:
            self.init(.unprocessableContent, .tooManyCountersHeading, .tooManyCountersAdvice)
        case .tooManyGoals:
            self.init(.unprocessableContent, .tooManyGoalsHeading, .tooManyGoalsAdvice)
        case .tooManyUploads:
            self.init(.tooManyRequests, .tooManyUploadsHeading, .tooManyUploadsAdvice, retryAfter: 3600)
        case .tooManySignIns:
            self.init(.tooManyRequests, .tooManySignInsHeading, .tooManySignInsAdvice, retryAfter: 3600)
        case .accountIsTooLarge:
            self.init(.unprocessableContent, .accountIsTooLargeHeading, .accountIsTooLargeAdvice)
        case .cannotBeUndone:
            self.init(.unprocessableContent, .notUndoneHeading, .notUndoneAdvice, destination: .changes)
        case .noSuchEntry:
            self.init(.notFound, .noEntryHeading, .noEntryAdvice)
        case .noSuchGoal:
            self.init(.notFound, .noGoalHeading, .noGoalAdvice)
        case .dayIsInFuture:
            self.init(.unprocessableContent, .dayInFutureHeading, .dayInFutureAdvice)
        case .dayIsOutsideGoal:
            self.init(.unprocessableContent, .dayOutsideGoalHeading, .dayOutsideGoalAdvice)
        case .titleIsEmpty, .titleIsTooLong, .noteIsTooLong, .numberIsOutOfRange, .operationIdIsTaken,
            .countersWereAdded, .timeIsWrong, .goalNameIsEmpty, .goalNameIsTooLong, .goalEndsTooSoon,
            .goalIsTooLong, .goalTargetIsOutOfRange, .goalIsUnsound, .kindIsUnknown, .changeIsUnreadable,
            .userNameIsTaken, .passkeyIsTaken, .tooManyPasskeys:
            self.init(.unprocessableContent, .unprocessableHeading, .unprocessableAdvice)
        }
    }

    private init(_ fault: StorageFault) {
        switch fault {
        case .full:
            self.init(
                .init(code: 507, reasonPhrase: "Insufficient Storage"), .fullHeading, .fullAdvice,
                isFault: true, retryAfter: 60)
        case .readOnly:
            self.init(.serviceUnavailable, .readOnlyHeading, .readOnlyAdvice, isFault: true, retryAfter: 60)
        case .busy:
            self.init(.serviceUnavailable, .busyHeading, .busyAdvice, isFault: true, retryAfter: 5)
        case .newer, .older:
            self.init(.serviceUnavailable, .versionHeading, .versionAdvice, isFault: true, retryAfter: 300)
        case .replaced:
            self.init(.serviceUnavailable, .busyHeading, .busyAdvice, isFault: true, retryAfter: 5)
        case .damaged, .missing, .foreign, .removed, .unreachable:
            self.init(.serviceUnavailable, .oursHeading, .oursAdvice, isFault: true, retryAfter: 60)
        }
    }

    private init(_ status: HTTPResponse.Status) {
        switch status {
        case .badRequest: self.init(status, .badRequestHeading, .badRequestAdvice)
        case .forbidden: self.init(status, .forbiddenHeading, .forbiddenAdvice)
        case .notFound: self.init(status, .notFoundHeading, .notFoundAdvice)
        case .contentTooLarge: self.init(status, .tooLargeHeading, .tooLargeAdvice)
        case .unprocessableContent: self.init(status, .unprocessableHeading, .unprocessableAdvice)
        default:
            self.init(.internalServerError, .oursHeading, .oursAdvice, isFault: true)
        }
    }
}
