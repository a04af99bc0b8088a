import Bytes

/// One side's records: their positions, and the keys that decrypt them.
///
/// The number of a record is part of what authenticates it. Where records are missing, the numbers that may
/// come next are tried; the one that fits shows how many records are missing, and so how much data.
struct TLSStream {
    /// A record that was decrypted.
    struct Opened {
        /// Its content.
        var plaintext: RecordProtection.Plaintext
        /// How many bytes of data are missing before it.
        var missing: Int
    }

    /// The least that a protected record takes, in bytes.
    private static let leastRecord = 22

    /// Splits the stream into records.
    var reader = RecordReader()
    /// Joins the messages of the handshake.
    var handshake = HandshakeReader()
    /// Which keys protect the records that follow.
    private(set) var epoch = SessionKeys.Epoch.clear
    /// The keys, where they are known.
    private(set) var protection: RecordProtection?
    /// The stream offset after the last record that was read; `nil` before the first byte.
    private(set) var understoodEnd: Int?
    /// Why bytes after that are missing.
    var gapCause: GapCause?
    /// How many protected records there were.
    private(set) var sealedCount = 0
    /// How many of them were decrypted.
    private(set) var openedCount = 0
    /// How many of them failed although there were keys.
    private(set) var failedCount = 0
    /// Whether protected records came for which there are no keys, and none was decrypted since.
    private(set) var lacksKeys = false
    /// Whether nothing more of the stream is read.
    var isGivenUp = false

    private var isUncertain = false
    private var unseenBytes = 0
    private var sealedSince = 0
    private var blindRevision: Int?

    /// Whether the fragment of the next record can be used.
    func wantsFragment(_ log: KeyLog) -> Bool {
        !isGivenUp && blindRevision != log.revision
    }

    /// Notes where the stream begins.
    mutating func begin(at offset: Int) {
        if understoodEnd == nil { understoodEnd = offset }
    }

    /// Notes that the record in the reader was read.
    mutating func understand() {
        understoodEnd = reader.start + RecordHeader.length + (reader.header?.fragmentLength ?? 0)
        gapCause = nil
    }

    /// Notes that a record was passed over.
    mutating func passOver() {
        guard epoch != .clear || reader.header?.type == .applicationData else { return }
        sealedCount += 1
        sealedSince += 1
    }

    /// Notes that bytes are missing.
    mutating func miss(_ length: Int, _ cause: GapCause) {
        gapCause = cause
        isUncertain = true
        handshake.restart()
        unseenBytes = min(unseenBytes, 1 << 40) + min(length, 1 << 40)
        if reader.miss(length) { passOver() }
    }

    /// The records that follow are protected by other keys.
    mutating func enter(_ epoch: SessionKeys.Epoch) {
        self.epoch = epoch
        protection = nil
        blindRevision = nil
        sealedSince = 0
    }

    /// The sender's next records have new keys (RFC 8446 §4.6.3).
    mutating func update() {
        protection = protection?.updated
    }

    /// Decrypts the record in the reader; `nil` where there are no keys or none fits.
    mutating func open(_ keys: SessionKeys, _ budget: inout DecryptionBudget) -> Opened? {
        sealedCount += 1
        budget.met(reader.heldBytes)
        if protection == nil { find(keys) }
        if !isUncertain, let number = protection?.sequence,
            let plaintext = protection?.open(&reader, as: number)
        {
            openedCount += 1
            lacksKeys = false
            return Opened(plaintext: plaintext, missing: 0)
        }
        if let opened = search(keys, &budget) {
            openedCount += 1
            lacksKeys = false
            isUncertain = false
            unseenBytes = 0
            sealedSince = 0
            return opened
        }
        sealedSince += 1
        let mayBeData = keys.parameters.version == .tls13 && epoch < .application
        lacksKeys = blindRevision != nil || mayBeData && keys.protection(for: .application) == nil
        guard blindRevision == nil else { return nil }
        isUncertain = true
        if !lacksKeys { failedCount += 1 }
        if gapCause == nil { gapCause = .notDecrypted }
        isGivenUp = openedCount == 0 && failedCount >= budget.limits.failures && unseenBytes == 0
        return nil
    }

    /// Looks for the keys of the epoch.
    private mutating func find(_ keys: SessionKeys) {
        protection = keys.protection(for: epoch)
        let isTLS13 = keys.parameters.version == .tls13
        let hasLater = isTLS13 && epoch < .application && keys.protection(for: .application) != nil
        blindRevision = protection == nil && !hasLater ? keys.log.revision : nil
        guard sealedSince > 0, protection != nil else { return }
        // The keys came late. Before TLS 1.3 all records since the change of keys are numbered.
        if isTLS13 { isUncertain = true } else { protection?.sequence = UInt64(sealedSince) }
    }

    /// Tries the numbers that the record may have, with the current keys and those that may follow.
    private mutating func search(_ keys: SessionKeys, _ budget: inout DecryptionBudget) -> Opened? {
        let span =
            isUncertain
            ? min(unseenBytes / Self.leastRecord + sealedSince + 2, budget.limits.numbersTried) : 1
        let lost = reader.start - (understoodEnd ?? reader.start)
        if let current = protection, isUncertain,
            let (found, number, plaintext) = attempt(current, span, &budget)
        {
            protection = found
            let count = Int(clamping: number &- current.sequence)
            return Opened(
                plaintext: plaintext,
                missing: epoch == .application ? Self.data(in: lost, count, found) : 0
            )
        }
        guard keys.parameters.version == .tls13 else { return nil }
        for later in [SessionKeys.Epoch.handshake, .application] where later > epoch {
            guard let next = keys.protection(for: later),
                let (found, number, plaintext) = attempt(next, span, &budget)
            else { continue }
            enter(later)
            protection = found
            let count = later == .application ? Int(clamping: number) : 0
            return Opened(plaintext: plaintext, missing: Self.data(in: lost, count, found))
        }
        // The record that announced new keys may be among the missing ones.
        guard epoch == .application, isUncertain, let updated = protection?.updated,
            let (found, number, plaintext) = attempt(updated, span, &budget)
        else { return nil }
        protection = found
        return Opened(plaintext: plaintext, missing: Self.data(in: lost, Int(clamping: number) + 1, found))
    }

    private mutating func attempt(
        _ keys: RecordProtection,
        _ span: Int,
        _ budget: inout DecryptionBudget
    ) -> (RecordProtection, UInt64, RecordProtection.Plaintext)? {
        var keys = keys
        let first = keys.sequence
        if isUncertain, let number = keys.suggestedSequence(of: reader),
            let plaintext = keys.open(&reader, as: number)
        {
            return (keys, number, plaintext)
        }
        for step in 0..<span {
            guard budget.mayTry(reader.heldBytes) else {
                isGivenUp = true
                return nil
            }
            let number = first &+ UInt64(step)
            if let plaintext = keys.open(&reader, as: number) { return (keys, number, plaintext) }
        }
        return nil
    }

    /// How many bytes of data `count` records carry that take `bytes` on the wire.
    private static func data(in bytes: Int, _ count: Int, _ keys: RecordProtection) -> Int {
        guard count > 0 else { return 0 }
        let overhead = count.multipliedReportingOverflow(by: keys.overhead)
        return overhead.overflow ? 0 : max(bytes - overhead.partialValue, 0)
    }
}
