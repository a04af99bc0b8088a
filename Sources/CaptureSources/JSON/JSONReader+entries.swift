extension JSONReader {
    /// Reads the entries of a list one by one; a malformed one does not prevent reading the others.
    ///
    /// - Parameters:
    ///   - names: member names in quotes, one of which each entry begins with: after a fault reading
    ///     continues there.
    ///   - handler: receives faults.
    ///   - body: receives each entry with its number, from 1, and its offset.
    /// - Returns: whether the end of the list was reached.
    /// - Throws: where no list begins here.
    mutating func forEachEntry<Handler: LoggedExchangeHandler>(
        beginningWith names: [StaticString],
        into handler: inout Handler,
        _ body: (LogValue, _ number: Int, _ offset: Int, inout Handler) -> Void
    ) throws(CaptureProblem) -> Bool {
        try expect(UInt8(ascii: "["))
        var number = 0
        var needsComma = false
        while true {
            var start = cursor.position
            do throws(CaptureProblem) {
                guard try hasMore(before: UInt8(ascii: "]"), isFirst: !needsComma) else { return true }
                number += 1
                _ = peek()
                start = cursor.position
                beginEntry()
                body(try value(), number, start, &handler)
                needsComma = true
            } catch {
                handler.problem(
                    CaptureProblem(
                        error.kind,
                        "entry \(number) is passed over: \(error.message)",
                        at: error.offset
                    )
                )
                if cursor.position == start { cursor.advance() }
                guard seekRecord(beginningWith: names) else { return false }
                needsComma = false
            }
        }
    }

    /// Continues at the next record that begins with one of some names; false where there is none.
    private mutating func seekRecord(beginningWith names: [StaticString]) -> Bool {
        while true {
            cursor.skip { $0 != UInt8(ascii: "{") }
            guard cursor.peek() != nil else { return false }
            let start = cursor.position
            cursor.advance()
            _ = peek()
            for name in names where cursor.skip(name) {
                cursor.seek(to: start)
                return true
            }
        }
    }
}
