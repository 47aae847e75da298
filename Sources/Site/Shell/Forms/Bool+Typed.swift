// A choice between yes and no in a form or an address.

extension Bool {
    /// Nil for anything but `yes` and `no`.
    init?(typed: String?) {
        switch typed {
        case "yes": self = true
        case "no": self = false
        default: return nil
        }
    }
}
