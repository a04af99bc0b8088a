/// Another boundary for a form, where a file holds the one that it has.
enum BoundaryReplacement {
    /// How many characters are drawn: too many for a file to hold them by chance.
    private static let drawn = 16
    private static let characters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8
    )

    /// Draws a boundary that begins as the other one does, and is as long where that is long enough.
    static func draw(for boundary: [UInt8], using generator: inout some RandomNumberGenerator) -> [UInt8] {
        let kept = boundary.count >= drawn + 4 ? boundary.count - drawn : min(boundary.count, 70 - drawn)
        var result = Array(boundary.prefix(kept))
        for _ in 0..<drawn {
            result.append(characters[Int.random(in: characters.indices, using: &generator)])
        }
        return result
    }
}
