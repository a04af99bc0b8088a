import Bytes
import Inspection

extension FieldSection {
    /// The absolute offset of the first continuation line of a field line whose first byte is a wanted one.
    func firstContinuation(of line: FieldLine, where isWanted: (UInt8) -> Bool) -> Int? {
        guard line.foldCount > 0 else { return nil }
        var previous: UInt8 = 0
        let bytes = self[line.range]
        for index in bytes.indices {
            let byte = bytes[index]
            let beginsLine = previous == 0x0A || (previous == 0x0D && byte != 0x0A && line.ending == .cr)
            if beginsLine, isWanted(byte) { return base + index }
            previous = byte
        }
        return nil
    }
}
