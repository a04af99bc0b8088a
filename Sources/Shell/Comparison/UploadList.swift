import Exchanges
import Pipeline
import Profiles
import Reporting

/// The exchanges of a capture that an argument of `diff` names, with their pairing keys.
struct UploadList {
    /// The path of the capture.
    let path: String
    /// Its uploads, in order.
    let uploads: [UploadPairing.Upload]

    /// Lists the named exchanges, or else the uploads; of a capture with one exchange, that one.
    ///
    /// - Parameters:
    ///   - argument: the capture, and optional exchanges.
    ///   - index: the index of the capture in `inspections`.
    ///   - inspections: reads it.
    ///   - selection: the filter on exchanges.
    /// - Throws: a ``CommandFailure`` where it cannot be read, or an exchange does not exist.
    init(
        _ argument: CaptureArgument,
        _ index: Int,
        of inspections: CaptureInspections,
        _ selection: ExchangeSelection
    ) throws {
        guard argument.path != "-" else {
            throw CommandFailure.usage("standard input is read once: name the exchange, as in -#1")
        }
        path = argument.path
        var finder = PairingKeyFinder(numbers: argument.exchanges, selection: selection)
        let count: Int
        do throws(InputFailure) {
            count = try inspections.inspect(index, into: &finder).exchanges
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        if let missing = argument.exchanges?.first(beyond: count) {
            throw CommandFailure.unreadable("\(path): has no exchange \(missing)")
        }
        // A single exchange is unambiguous, upload or not.
        uploads = finder.uploads.isEmpty && finder.others.count == 1 ? finder.others : finder.uploads
        guard !uploads.isEmpty else {
            if finder.others.isEmpty, let mismatch = selection.mismatch(of: count) {
                throw CommandFailure.usage("\(path): \(mismatch)")
            }
            throw CommandFailure.usage("\(path): holds no upload; name an exchange, as in \(path)#1")
        }
    }

    /// Where its uploads are, in order.
    var places: [RequestPlace] { uploads.indices.map(place) }

    /// Where the upload with an index is.
    func place(_ index: Int) -> RequestPlace { RequestPlace(path: path, number: uploads[index].number) }

    /// The name of an upload in reports, by its index.
    func name(_ index: Int) -> String { "\(path)#\(uploads[index].number)" }
}

/// Records the pairing keys of uploads; of other exchanges the first two, which suffice to detect ambiguity.
private struct PairingKeyFinder: InspectionHandler {
    let numbers: NumberSelection?
    let selection: ExchangeSelection
    private(set) var uploads: [UploadPairing.Upload] = []
    private(set) var others: [UploadPairing.Upload] = []

    init(numbers: NumberSelection?, selection: ExchangeSelection) {
        self.numbers = numbers
        self.selection = selection
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        let isWanted = numbers?.contains(exchange.number) ?? selection.accepts(exchange)
        guard isWanted else { return }
        let isListed = numbers != nil || exchange.isUpload
        guard isListed || others.count < 2 else { return }
        let upload = UploadPairing.Upload(
            number: exchange.number,
            key: UploadKey(exchange.exchange, exchange.form)
        )
        if isListed { uploads.append(upload) } else { others.append(upload) }
    }
}
