extension RuleExample {
    /// A part of a conversation: bytes that one side sends without a pause.
    ///
    /// In an example's text `⇐` begins bytes of the server and `⇒` bytes of the client, which also sends what stands
    /// before any such sign; `⟨1500ms⟩` is a pause of so many milliseconds.
    package struct Turn: Hashable, Sendable {
        /// Whether the server sends it.
        package var isFromServer: Bool
        /// How long nothing is sent before it, in milliseconds.
        package var pause: Int
        /// The text of it, without these signs.
        package var text: String
    }

    /// Whether the text is more than one request: then the last one is judged.
    package var isConversation: Bool { text.contains("⇒") }

    /// The turns of the text, in order; one turn of the client where it has none of the signs.
    package var turns: [Turn] {
        var turns = [Turn(isFromServer: false, pause: 0, text: "")]
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "⇐", "⇒": turns.append(Turn(isFromServer: character == "⇐", pause: 0, text: ""))
            case "⟨":
                let inside = rest.prefix { $0 != "⟩" }
                if inside.hasSuffix("ms"), let pause = Int(inside.dropLast(2)) {
                    let isFromServer = turns.last?.isFromServer ?? false
                    turns.append(Turn(isFromServer: isFromServer, pause: pause, text: ""))
                    rest = rest.dropFirst(inside.count + 1)
                } else {
                    turns[turns.count - 1].text.append(character)
                }
            default: turns[turns.count - 1].text.append(character)
            }
        }
        return turns.filter { !$0.text.isEmpty || turns.count == 1 }
    }
}
