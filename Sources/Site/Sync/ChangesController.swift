// What has changed since a revision, for clients with a local copy of a book.

import HTTPTypes
import Hummingbird
import Ledger

/// The changes of a book, as JSON. Numbers that may exceed 2⁵³ are text.
struct ChangesAnswer: JSONValue, Sendable {
    struct CounterState: JSONValue, Sendable {
        let counter: Counter.ID
        let origin: String
        let title: String
        let color: Int
        let style: String
        let step: Int64
        let collapsed: Bool
        let count: String
        /// Lower ranks come first.
        let rank: String
        let revision: Int64
        /// Whether it is in the trash.
        let deleted: Bool

        func write(to json: inout JSONWriter) {
            json.object {
                $0.member("counter", counter)
                $0.member("origin", origin)
                $0.member("title", title)
                $0.member("color", color)
                $0.member("style", style)
                $0.member("step", step)
                $0.member("collapsed", collapsed)
                $0.member("count", count)
                $0.member("rank", rank)
                $0.member("revision", revision)
                $0.member("deleted", deleted)
            }
        }
    }

    struct GoalState: JSONValue, Sendable {
        let goal: Goal.ID
        let origin: String
        let name: String
        let color: Int
        let start: String
        let end: String
        let reminder: Int?
        let counter: Counter.ID?
        let target: Int64?
        let archived: Bool
        let rank: String
        let revision: Int64
        /// The days marked by hand; left out if only the counter that it follows has changed, as are the notes.
        let done: [String]?
        /// The days completed by the counter that it follows.
        let reached: [String]
        /// Notes by day.
        let notes: [String: String]?

        func write(to json: inout JSONWriter) {
            json.object {
                $0.member("goal", goal)
                $0.member("origin", origin)
                $0.member("name", name)
                $0.member("color", color)
                $0.member("start", start)
                $0.member("end", end)
                $0.member("reminder", reminder)
                $0.member("counter", counter)
                $0.member("target", target)
                $0.member("archived", archived)
                $0.member("rank", rank)
                $0.member("revision", revision)
                $0.member("done", done)
                $0.member("reached", reached)
                $0.member("notes", notes)
            }
        }
    }

    struct Settings: JSONValue, Sendable {
        let dayStart: Int
        let weekStart: Int?

        func write(to json: inout JSONWriter) {
            json.object {
                $0.member("dayStart", dayStart)
                $0.member("weekStart", weekStart)
            }
        }
    }

    /// A counter or a goal that no longer exists.
    struct Gone: JSONValue, Sendable {
        var counter: Counter.ID?
        var goal: Goal.ID?
        let origin: String

        func write(to json: inout JSONWriter) {
            json.object {
                $0.member("counter", counter)
                $0.member("goal", goal)
                $0.member("origin", origin)
            }
        }
    }

    let revision: Int64
    /// With `revision`, where to continue: the last goal already sent of the revision after it.
    let after: Goal.ID?
    let more: Bool
    let startOver: Bool
    let counters: [CounterState]
    let goals: [GoalState]
    let gone: [Gone]
    let settings: Settings

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("revision", revision)
            $0.member("after", after)
            $0.member("more", more)
            $0.member("startOver", startOver)
            $0.member("counters", counters)
            $0.member("goals", goals)
            $0.member("gone", gone)
            $0.member("settings", settings)
        }
    }
}

struct ChangesController: Sendable {
    let ledger: Ledger
    let longReads: LongReads

    func show(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let account = context.account
        // An invalid revision gets the whole book.
        let since = request.uri.queryParameters.get("since", as: Int64.self) ?? 0
        let after = request.uri.queryParameters.get("after", as: Int64.self) ?? 0
        // A client that was told to start over says so until it has everything.
        let isStartingOver = Bool(typed: request.uri.queryParameters.get("startOver")) ?? false
        return try await longReads.read(of: account) { most in
            try .json(
                ChangesAnswer(
                    ledger.changes(
                        of: account, since: since, after: after, isStartingOver: isStartingOver, most: most)))
        }
    }
}

extension ChangesAnswer {
    fileprivate init(_ changes: BookChanges) {
        revision = changes.revision
        after = changes.after
        more = changes.hasMore
        startOver = changes.startsOver
        counters = changes.counters.map { counter in
            CounterState(
                counter: counter.id, origin: counter.origin.text, title: counter.title, color: counter.color,
                style: counter.style.rawValue, step: counter.step, collapsed: counter.isCollapsed,
                count: String(counter.count), rank: String(counter.rank), revision: counter.revision,
                deleted: counter.isDeleted)
        }
        goals = changes.goals.map { state in
            let goal = state.goal
            return GoalState(
                goal: goal.id, origin: state.origin.text, name: goal.name, color: goal.color,
                start: goal.start.description, end: goal.end.description, reminder: goal.reminder,
                counter: goal.follows?.counter, target: goal.follows?.target, archived: goal.isArchived,
                rank: String(goal.rank), revision: goal.revision, done: state.done?.map(\.description),
                reached: state.reached.map(\.description),
                notes: state.notes.map { notes in
                    Dictionary(uniqueKeysWithValues: notes.map { ($0.key.description, $0.value) })
                })
        }
        gone =
            changes.goneCounters.map { Gone(counter: $0.number, origin: $0.origin.text) }
            + changes.goneGoals.map { Gone(goal: $0.number, origin: $0.origin.text) }
        settings = Settings(
            dayStart: changes.calendar.dayStart.hour, weekStart: changes.calendar.weekStart?.rawValue)
    }
}
