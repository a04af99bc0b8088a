import Bytes

/// Reads content without copying it, because no delimiter begins in it.
extension FormReader {
    /// Consumes content in place in the pushed bytes, up to shortly before the next delimiter.
    ///
    /// - Returns: how many bytes were passed; the rest is to be read through the window.
    mutating func passOver(_ bytes: RawSpan) -> Int {
        guard bytes.byteCount >= limits.wholeBody, case .scanning = state, let search, window.start > 0 else {
            return 0
        }
        let reach = search.needle.count - 1
        let place: Int
        let isInRun = search.isOfDashes && endsInPassedDashes
        if isInRun {
            place = bytes.withUnsafeBytes { ByteSearch.endOfRun(of: 0x2D, in: $0, from: 0) }
        } else {
            guard region.scanFrom + reach >= window.end, !straddles(search, bytes) else { return 0 }
            place = bytes.withUnsafeBytes { search.first(in: $0, from: 0) } ?? bytes.byteCount - reach
        }
        // The rest must hold the bytes that are read before a delimiter, and those kept of the end of a body.
        let count = place - max(limits.contentSample, DelimiterReading.lookahead)
        guard count > 0 else { return 0 }
        handOver(upTo: window.end)
        let end = window.end + count
        if let number = part?.number {
            let sample = number <= limits.parts ? limits.contentSample : 0
            part?.take(bytes.extracting(0..<count), upTo: end, sampleLimit: sample, to: &collected)
        }
        window.skip(to: end)
        // One further, so that the run is seen to continue.
        region.scanFrom = isInRun ? end + 1 : end
        return count
    }

    /// Whether the window ends within a run of dashes in which a boundary of dashes was found and handled.
    private var endsInPassedDashes: Bool {
        region.scanFrom == window.end && window[window.end - 1] == 0x2D
    }

    /// Whether the delimiter's text begins in the window and ends in the bytes after it.
    private func straddles(_ search: ByteSearch, _ bytes: RawSpan) -> Bool {
        let reach = search.needle.count - 1
        var around = window.bytes(max(window.end - reach, region.scanFrom)..<window.end)
        bytes.extracting(0..<min(reach, bytes.byteCount)).withUnsafeBytes { around.append(contentsOf: $0) }
        return around.withUnsafeBytes { search.first(in: $0, from: 0) } != nil
    }
}
