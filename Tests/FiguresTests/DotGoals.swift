// Goals to draw: short and long, just begun and long over, in all languages.

import Figures

enum DotGoals {
    /// By the name of the drawing, for several lengths and positions of today.
    static let all: [String: (dots: [Dot], words: DotWords)] = {
        var goals: [String: (dots: [Dot], words: DotWords)] = [:]
        for days in [1, 7, 30, 365] {
            goals["\(days)-first"] = goal(of: mixed(days, today: 0), today: 0)
            goals["\(days)-middle"] = goal(of: mixed(days, today: days / 2), today: days / 2)
            goals["\(days)-last"] = goal(of: mixed(days, today: days - 1), today: days - 1)
            goals["\(days)-done"] = goal(of: Array(repeating: .done, count: days), today: days - 1)
            goals["\(days)-none"] = goal(of: Array(repeating: .missed, count: days), today: nil)
        }
        for (tag, language) in others {
            goals["365-\(tag)"] = goal(of: mixed(365, today: 364), today: 364, in: language)
        }
        let marked = mixed(30, today: 20).enumerated().map { place, state in
            place % 5 == 2 && place <= 20 ? Dot.State.partial(place * 13 % 101) : state
        }
        goals["30-marked"] = goal(of: marked, today: 20, notes: true)
        return goals
    }()

    /// About seven days of ten are done, pseudo-randomly but always the same.
    private static func mixed(_ days: Int, today: Int) -> [Dot.State] {
        var seed = 5
        return (0..<days).map { place in
            seed = (seed * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
            let isDone = (seed >> 16) % 10 < 7
            if place > today { return .future }
            return isDone ? .done : place == today ? .open : .missed
        }
    }

    /// - Parameter notes: Whether every fourth day has one.
    private static func goal(
        of states: [Dot.State], today: Int?, in language: Speech = english, notes: Bool = false
    ) -> (dots: [Dot], words: DotWords) {
        let months = language.months.split(separator: " ")
        var year = 2026, month = 1, day = 3
        let dots = states.enumerated().map { place, state in
            let date = "\(year)-\(twoDigits(month))-\(twoDigits(day))"
            let label = language.day.replacing("D", with: "\(day)").replacing("M", with: months[month - 1])
            day += 1
            if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
            return Dot(
                date: date, label: label, state: state, isToday: place == today,
                hasNote: notes && place % 4 == 0)
        }
        return (dots, language.words)
    }

    private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private struct Speech {
        let months: String
        /// With placeholders D and M for the day and the month.
        let day: String
        let words: DotWords
    }

    private static let english = Speech(
        months: """
            January February March April May June \
            July August September October November December
            """,
        day: "D M",
        words: DotWords(
            done: "done", partial: "%@ % done", missed: "missed", future: "to come", open: "open",
            today: "today", note: "has a note"))

    private static let others: [String: Speech] = [
        "es": Speech(
            months: """
                enero febrero marzo abril mayo junio \
                julio agosto septiembre octubre noviembre diciembre
                """,
            day: "D de M",
            words: DotWords(
                done: "hecho", partial: "%@ % hecho", missed: "sin hacer", future: "por venir",
                open: "pendiente",
                today: "hoy", note: "con nota")),
        "fr": Speech(
            months: """
                janvier février mars avril mai juin \
                juillet août septembre octobre novembre décembre
                """,
            day: "D M",
            words: DotWords(
                done: "fait", partial: "fait à %@ %", missed: "manqué", future: "à venir", open: "à faire",
                today: "aujourd’hui", note: "avec une note")),
        "ja": Speech(
            months: """
                1月 2月 3月 4月 5月 6月 \
                7月 8月 9月 10月 11月 12月
                """,
            day: "MD日",
            words: DotWords(
                done: "達成", partial: "%@%達成", missed: "未達成", future: "これから", open: "未完了",
                today: "今日", note: "メモあり", separator: "、")),
        "nl": Speech(
            months: """
                januari februari maart april mei juni \
                juli augustus september oktober november december
                """,
            day: "D M",
            words: DotWords(
                done: "gedaan", partial: "%@ % gedaan", missed: "gemist", future: "komt nog", open: "open",
                today: "vandaag", note: "met notitie")),
        "ru": Speech(
            months: """
                января февраля марта апреля мая июня \
                июля августа сентября октября ноября декабря
                """,
            day: "D M",
            words: DotWords(
                done: "сделано", partial: "сделано на %@ %", missed: "пропущено", future: "впереди",
                open: "не сделано",
                today: "сегодня", note: "есть заметка")),
        "zh-Hans": Speech(
            months: """
                1月 2月 3月 4月 5月 6月 \
                7月 8月 9月 10月 11月 12月
                """,
            day: "MD日",
            words: DotWords(
                done: "已完成", partial: "完成 %@%", missed: "未完成", future: "未到", open: "待完成",
                today: "今天", note: "有备注", separator: "，")),
    ]
}
