// Lists in parts, such as what happened by its days.

extension Array {
    /// The elements grouped into consecutive runs with the same key.
    func runs<Key: Equatable>(by key: (Element) -> Key) -> [(Key, [Element])] {
        var runs: [(Key, [Element])] = []
        for element in self {
            let key = key(element)
            if runs.last?.0 == key {
                runs[runs.count - 1].1.append(element)
            } else {
                runs.append((key, [element]))
            }
        }
        return runs
    }
}
