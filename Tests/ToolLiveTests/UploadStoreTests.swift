import Foundation
import TestSupport
import Testing

@testable import ToolLive

/// What the sink keeps of uploads whose parts are empty, and of those that end too soon.
struct UploadStoreTests {
    private static let head = """
        POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=4NqF7uZy1Lr0pKxT\r\n
        """
    private static let part = """
        --4NqF7uZy1Lr0pKxT\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\n
        """

    private static func kept(after request: String, hasAnswer: Bool) throws -> [String] {
        let folder = try TemporaryFolder()
        let sink = try SinkProcess(["--store", "\(folder.path)/store"])
        let client = try RawClient(port: sink.port)
        client.send(request)
        client.finish()
        #expect(client.receiveAll().isEmpty == !hasAnswer)
        _ = sink.stop()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/store")
        return paths.sorted()
    }

    @Test func `an upload of empty files is kept as the empty files that it has`() throws {
        let body = "\(Self.part)\r\n--4NqF7uZy1Lr0pKxT--\r\n"
        let request = "\(Self.head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        #expect(
            try Self.kept(after: request, hasAnswer: true)
                == ["upload-1", "upload-1/a.txt", "upload-1/manifest.json"]
        )
    }

    @Test func `a request without parts leaves nothing`() throws {
        let request = "POST /up HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx"
        #expect(try Self.kept(after: request, hasAnswer: true).isEmpty)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
    func `a disk that is full loses the parts of an upload, and not the sink`() throws {
        let folder = try TemporaryFolder()
        let store = "\(folder.path)/store"
        let sink = try SinkProcess(["--store", store])
        let client = try RawClient(port: sink.port)
        let content = String(repeating: "x", count: 200_000)
        let body = "\(Self.part)\(content)\r\n--4NqF7uZy1Lr0pKxT--\r\n"
        client.send("\(Self.head)Content-Length: \(body.utf8.count)\r\n\r\n\(body.dropLast(5))")
        // A part is written once its content comes, into a folder beside the final names.
        var staging: String?
        for _ in 0..<500 where staging == nil {
            usleep(10_000)
            let names = try? FileManager.default.contentsOfDirectory(atPath: "\(store)/upload-1")
            staging = names?.first { $0.hasPrefix("partwise-") }
        }
        let path = "\(store)/upload-1/\(try #require(staging))/manifest.json"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
        client.send(String(body.suffix(5)))
        client.finish()
        #expect(client.receiveAll().hasPrefix("HTTP/1.1 200 "))
        let said = sink.stop()
        #expect(said.status == 0)
        #expect(said.diagnostics.contains("the parts of request 1 are not kept"), "\(said.diagnostics)")
    }

    @Test(arguments: [false, true])
    func `the oldest picture makes room, and its file goes where nothing else was to be kept`(isKept: Bool)
        throws
    {
        let folder = try TemporaryFolder()
        let store = try UploadStore(in: isKept ? "\(folder.path)/store" : nil)
        let picture = try folder.write(Array("picture".utf8), to: "p.png")
        let old = folder.path + "/upload-1"
        try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: picture, toPath: "\(old)/p.png")
        let first = store.add(UploadStore.Picture(path: "\(old)/p.png", type: "image/png"))
        let second = store.add(UploadStore.Picture(path: picture, type: "image/png"))
        for _ in 2..<1_000 { _ = store.add(UploadStore.Picture(path: picture, type: "image/png")) }
        #expect(store.picture(at: first) != nil)
        _ = store.add(UploadStore.Picture(path: picture, type: "image/png"))
        #expect(store.picture(at: first) == nil)
        #expect(store.picture(at: second)?.bytes == Array("picture".utf8))
        #expect(FileManager.default.fileExists(atPath: old) == isKept)
    }
}
