import Bytes
import Forms
import Inspection
import Pipeline
import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps the parts of uploads as files while they arrive: a folder for each upload, in the folder that was named.
///
/// Names of files come from the client: they are made safe, and none leaves its folder.
final class UploadStore {
    /// A picture that can be fetched again.
    struct Picture {
        /// The file.
        var path: String
        /// Its media type.
        var type: String
    }

    /// How many pictures are remembered: the oldest can no longer be fetched.
    private static let pictureLimit = 1_000

    private let folder: String
    private let isTemporary: Bool
    /// The files of requests that have not ended, or why there are none.
    private var open: [Int: Result<PartFiles, any Error>] = [:]
    /// The requests whose files have their names, and whose exchanges are not complete.
    private var named: Set<Int> = []
    private var pictures: [String: Picture] = [:]
    private var order: [String] = []
    private var number = 0

    /// Keeps all uploads in a folder, which is made where it does not exist; without one, pictures of the photo picker in
    /// a temporary folder.
    init(in folder: String?) throws {
        isTemporary = folder == nil
        self.folder =
            folder ?? FileManager.default.temporaryDirectory.path + "/partwise-sink-\(UUID().uuidString)"
        guard !isTemporary else { return }
        if let reason = SystemFile.makeDirectory(self.folder) {
            throw CommandFailure.unreadable("\(self.folder): cannot be made: \(reason)")
        }
        // Folders of an earlier run stay as they are.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: self.folder)) ?? []
        number = names.compactMap { $0.hasPrefix("upload-") ? Int($0.dropFirst(7)) : nil }.max() ?? 0
    }

    deinit { if isTemporary { try? FileManager.default.removeItem(atPath: folder) } }

    /// Takes the next bytes of a part.
    func write(_ bytes: RawSpan, part: Int, of exchange: Int) {
        if open[exchange] == nil { begin(exchange) }
        if case .success(let files) = open[exchange] { files.write(bytes, part: part) }
    }

    private func begin(_ exchange: Int) {
        if isTemporary { _ = SystemFile.makeDirectory(folder) }
        number += 1
        open[exchange] = Result { try PartFiles(in: "\(folder)/upload-\(number)") }
    }

    /// Names the files of a request that has ended, once.
    ///
    /// - Returns: their paths, one for each part; none where nothing was kept, or they have their names.
    /// - Throws: where they cannot be written.
    func finish(_ exchange: InspectedExchange, of capture: String) throws -> [String] {
        guard named.insert(exchange.number).inserted else { return [] }
        // Of parts that are all empty, nothing was written yet.
        if open[exchange.number] == nil, !isTemporary, exchange.form?.partCount ?? 0 > 0 {
            begin(exchange.number)
        }
        guard let files = try open.removeValue(forKey: exchange.number)?.get() else { return [] }
        let names = try files.finish(exchange, path: capture, replaces: false)
        return names.map { "\(files.directory)/\($0)" }
    }

    /// Lets a request go that never ended.
    func forget(_ exchange: Int) {
        var folder: String?
        if case .success(let files) = open[exchange] { folder = files.directory }
        open[exchange] = nil
        named.remove(exchange)
        // A folder that holds nothing is of no use; others are left where they are.
        if let folder { rmdir(folder) }
    }

    /// Remembers a picture under a new path that cannot be guessed.
    func add(_ picture: Picture) -> String {
        let path = "/pictures/\(UUID().uuidString.lowercased())"
        if order.count == Self.pictureLimit, let old = pictures.removeValue(forKey: order.removeFirst()),
            isTemporary
        {
            let folder = old.path.prefix(upTo: old.path.lastIndex(of: "/") ?? old.path.endIndex)
            try? FileManager.default.removeItem(atPath: String(folder))
        }
        order.append(path)
        pictures[path] = picture
        return path
    }

    /// The picture under a path; `nil` where there is none.
    func picture(at path: String) -> (bytes: [UInt8], type: String)? {
        guard let picture = pictures[path], let data = FileManager.default.contents(atPath: picture.path)
        else {
            return nil
        }
        return (Array(data), picture.type)
    }
}
