// The periods that statistics can cover.

extension Statistics {
    /// A period that ends today. Its raw value is used in addresses.
    public enum Period: String, Sendable, CaseIterable {
        case sevenDays = "7d"
        case thirtyDays = "30d"
        /// 84 days, so that each weekday occurs equally often.
        case twelveWeeks = "12w"
        /// This month and the eleven before it.
        case twelveMonths = "12m"
        case all

        /// The default.
        public static let standard = Period.thirtyDays

        /// The period's first day; nil if it has none.
        public func firstDay(upTo today: CivilDay) -> CivilDay? {
            switch self {
            case .sevenDays: today.adding(-6)
            case .thirtyDays: today.adding(-29)
            case .twelveWeeks: today.adding(-83)
            case .twelveMonths: CivilMonth(of: today).adding(-11).firstDay
            case .all: nil
            }
        }

        /// How many days are listed individually, up to today.
        var days: Int {
            switch self {
            case .sevenDays: 7
            case .twelveWeeks: 84
            case .thirtyDays, .twelveMonths, .all: 30
            }
        }

        /// How many months are listed individually, up to this one.
        var months: Int {
            switch self {
            case .sevenDays, .thirtyDays, .twelveWeeks: 0
            case .twelveMonths, .all: 12
            }
        }
    }
}
