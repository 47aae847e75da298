// A change encoded together with its kind, as the log stores inverses and devices send operations.

/// `{"kind": "rename", "change": {"counter": 7, "title": "Robins"}}`
struct EncodedChange: Codable {
    let content: any ChangeKind

    private enum CodingKeys: CodingKey { case kind, change }

    init(content: any ChangeKind) { self.content = content }

    /// - Throws: ``Refusal/kindIsUnknown``, ``Refusal/changeIsUnreadable``.
    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self),
            let kind = try? container.decode(String.self, forKey: .kind)
        else { throw Refusal.changeIsUnreadable }
        guard let type = ChangeKinds.named(kind) else { throw Refusal.kindIsUnknown }
        do {
            content = try type.init(from: try container.superDecoder(forKey: .change))
        } catch { throw Refusal.changeIsUnreadable }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type(of: content).kind, forKey: .kind)
        try content.encode(to: container.superEncoder(forKey: .change))
    }
}
