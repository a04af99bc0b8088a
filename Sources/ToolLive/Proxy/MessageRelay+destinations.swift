import Bytes
import Filters
import Recording
import Shell

/// Where requests go.
extension MessageRelay {
    /// What rules have to say of a request; `nil` where its URL has no host.
    func filterRequest(_ head: ForwardedHead, _ request: Request) -> FilterRequest? {
        FilterRequest(url: url(of: head), method: head.method, fields: request.fields)
    }

    private func url(of head: ForwardedHead) -> String {
        guard case .fixed(var address, _) = route else { return head.target }
        address.host = address.name
        return "\(address.origin)\(head.path)"
    }

    /// Where a request goes.
    enum Destination {
        /// It goes to a server.
        case passed(UpstreamAddress)
        /// The proxy answers it with these bytes, and closes: because of a rule, or by itself.
        case answered([UInt8], FilterRule?)

        static func answered(_ answer: SinkAnswer, to head: ForwardedHead) -> Destination {
            var answer = answer
            answer.closes = true
            return .answered(answer.bytes(withBody: head.method != "HEAD"), nil)
        }
    }

    func destination(of head: ForwardedHead, _ request: Request) -> Destination {
        switch route {
        case .fixed(let address, _):
            return standIn(for: head, request) ?? .passed(address)
        case .refused(let refusal): return .answered(refusal.answer(refusal.status), to: head)
        case .byRequest: break
        }
        if let wanted = proxy.settings.authorization, head.value("proxy-authorization") != wanted {
            return .answered(
                ProxyRefusal(reason: .denied, text: "the proxy asks for a user and a password")
                    .answer(407, fields: [("Proxy-Authenticate", "Basic realm=\"partwise\"")]),
                to: head
            )
        }
        let isConnect = head.method == "CONNECT"
        let address =
            isConnect
            ? UpstreamAddress(authority: head.target, isSecure: true, defaultPort: nil)
            : address(in: head)
        if let address, !proxy.isOwn(address) {
            // What is blocked in a tunnel is answered there, where a client shows the answer.
            return isConnect
                ? .passed(address) : standIn(for: head, request) ?? .passed(address)
        }
        if address == nil, isConnect || !head.target.hasPrefix("/") {
            let text = "'\(head.target.prefix(200))' names no server that could be connected to"
            return .answered(ProxyRefusal(reason: .request, text: text).answer(400), to: head)
        }
        return .answered(ProxyPage.answer(to: head.path, of: proxy.authority), to: head)
    }

    /// The server that the target names; `nil` where it names none.
    private func address(in head: ForwardedHead) -> UpstreamAddress? {
        guard let origin = head.origin else { return UpstreamAddress(url: head.target) }
        // Most requests of a connection are for one server.
        if let named, origin.count == named.origin.count,
            origin.span.bytes.begins(with: named.origin.span.bytes)
        {
            return named.address
        }
        guard let address = UpstreamAddress(url: head.target) else { return nil }
        named = (Array(origin), address)
        return address
    }

    /// The answer in place of the server's, where a rule blocks the request.
    private func standIn(for head: ForwardedHead, _ request: Request) -> Destination? {
        guard let rules = proxy.rules, let filtered = filterRequest(head, request),
            case .blocked(let rule) = rules.decide(filtered)
        else { return nil }
        let answer = StandInAnswer(
            to: filtered,
            fields: request.fields,
            blockedBy: rule,
            isShown: proxy.settings.showsBlocked
        )
        return .answered(answer.head(closing: true) + answer.body, rule)
    }
}
