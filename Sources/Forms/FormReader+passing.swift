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
            place = first(search, in: bytes) ?? bytes.byteCount - reach
        }
        // The rest must hold the bytes that are read before a delimiter, and those kept of the end of a body.
        let count = place - max(limits.contentSample, DelimiterReading.lookahead)
        guard count > 0 else { return 0 }
        handOver(upTo: window.end)
        let end = window.end + count
        if let number = part?.number {
            watch(bytes, upTo: count)
            let sample = number <= limits.parts ? limits.contentSample : 0
            part?.take(bytes.extracting(0..<count), upTo: end, sampleLimit: sample, to: &collected)
        }
        window.skip(
            to: end,
            keeping: bytes.extracting(0..<count),
            last: min(count, StrayHeaderWatch.retained)
        )
        // One further, so that the run is seen to continue.
        region.scanFrom = isInRun ? end + 1 : end
        return count
    }

    private func first(_ search: ByteSearch, in bytes: RawSpan) -> Int? {
        bytes.withUnsafeBytes { bytes in
            if let filter {
                search.first(in: bytes, from: 0, by: filter)
            } else {
                search.first(in: bytes, from: 0)
            }
        }
    }

    /// Searches the first `count` pushed bytes for header lines, with those before them that are in memory.
    private mutating func watch(_ bytes: RawSpan, upTo count: Int) {
        let reach = StrayHeaderWatch.retained
        let start = window.end
        var joined = window.bytes((start - reach)..<start)
        let base = start - joined.count
        let head = min(reach, count)
        bytes.extracting(0..<head).withUnsafeBytes { joined.append(contentsOf: $0) }
        joined.withUnsafeBytes { watch.search($0, at: base, upTo: start + head, isFinal: false) }
        guard count > head else { return }
        bytes.withUnsafeBytes { watch.search($0, at: start, upTo: start + count, isFinal: false) }
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
