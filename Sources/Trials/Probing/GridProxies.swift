import Bytes

/// The proxies of a grid for people: how much each passes on as it was sent, and the requests that some do not.
struct GridProxies {
    /// Proxies that do the same with a request.
    struct Conduct {
        /// Their names.
        var names: String
        /// What they do.
        let text: String
    }

    /// A request that some do not pass on as it was sent.
    struct Row {
        /// Its id: that of a body, or of a head.
        let id: String
        /// What it is.
        let purpose: String
        /// What those do.
        var conducts: [Conduct]
    }

    /// A sentence for each proxy.
    let sentences: [String]
    /// The requests, bodies first.
    let rows: [Row]

    /// Collects them.
    init(_ grid: ReceiverGrid) {
        let bodies = LabBody.all.map { ($0.id, $0.purpose) }
        let heads = grid.heads.map { ($0.id, $0.purpose) }
        sentences = grid.proxies.map { proxy in
            let name = [proxy.receiver.name, proxy.receiver.version ?? ""].filter { !$0.isEmpty }
            let shares = [
                Self.share(of: bodies.map(\.0), proxy, "bodies"),
                Self.share(of: heads.map(\.0), proxy, "requests with a particular head"),
            ]
            return PrintableText.text(name.joined(separator: " "), limit: 80) + " passes on "
                + shares.compactMap(\.self).joined(separator: " and ") + " as sent"
        }
        rows = (bodies + heads).compactMap { id, purpose in
            var row = Row(
                id: PrintableText.text(id, limit: 60),
                purpose: PrintableText.text(purpose, limit: 200),
                conducts: []
            )
            for proxy in grid.proxies {
                guard let conduct = proxy.conducts[id], conduct.outcome != .forwards else { continue }
                let name = PrintableText.text(proxy.receiver.name, limit: 60)
                if let place = row.conducts.firstIndex(where: { $0.text == conduct.text }) {
                    row.conducts[place].names += ", \(name)"
                } else {
                    row.conducts.append(Conduct(names: name, text: conduct.text))
                }
            }
            return row.conducts.isEmpty ? nil : row
        }
    }

    /// How many of some requests it passes on as they were sent; `nil` where it was sent none.
    private static func share(of ids: [String], _ proxy: GridProxy, _ noun: String) -> String? {
        let outcomes = ids.compactMap(proxy.outcome)
        guard !outcomes.isEmpty else { return nil }
        let count = outcomes.count { $0 == .forwards }
        return (count == outcomes.count ? "all \(count) \(noun)" : "\(count) of \(outcomes.count) \(noun)")
    }
}
