package import Exchanges
package import Forms

/// Identifies the client that wrote a form by its habits, with the reasons.
package struct ClientRecognition: Sendable {
    /// The habits of the request.
    package let habits: RequestHabits
    /// The clients that these leave to choose from.
    package let choice: ClientChoice

    /// Identifies the client of an upload; `nil` where the request has no boundary.
    ///
    /// - Parameters:
    ///   - exchange: the exchange.
    ///   - form: the form in its request, as far as it was read.
    ///   - clients: those to choose from.
    package init?(
        _ exchange: borrowing Exchange,
        form: Form?,
        among clients: ClientIndex = .catalogue
    ) {
        habits = RequestHabits(exchange, form: form)
        guard let choice = ClientChoice(habits, among: clients) else { return nil }
        self.choice = choice
    }

    /// The matching clients, the likeliest first; empty where the client is not known.
    package var matches: [ClientMatch] { choice.matches.map { ClientMatch(habits, with: $0) } }
    /// Where no client matches, the one whose boundaries have this shape, with the habits that differ.
    package var nearest: ClientMatch? { choice.nearest.map { ClientMatch(habits, with: $0) } }

    /// The clients that the User-Agent names; empty where it names no known one.
    package var claimed: [ClientProfile] { choice.claimed(in: habits.request) }

    /// How the first claimed client would have written the form; `nil` where the claim names no known client
    /// or is true.
    package var claim: ClientMatch? {
        guard let first = claimed.first, choice.isDisguised || choice.first == nil else { return nil }
        return ClientMatch(habits, with: first)
    }
}
