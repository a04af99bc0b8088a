import Foundation
import Shell

@testable import Tool

/// A server on the loopback interface that writes down each request as it arrives; needs Python.
final class LoopbackReceiver {
    private let process = Process()
    /// It ends when this is closed, or after a minute in which nothing was sent.
    private let leash = Pipe()
    /// The port that it listens on.
    let port: Int

    private static let script = """
        import os, socket, sys, threading
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        listener = socket.socket()
        listener.settimeout(60)
        listener.bind(("127.0.0.1", 0))
        listener.listen(8)
        print(listener.getsockname()[1], flush=True)
        number = 0
        while True:
            peer, _ = listener.accept()
            peer.settimeout(20)
            data = b""
            while b"\\r\\n\\r\\n" not in data:
                data += peer.recv(65536)
            head, rest = data.split(b"\\r\\n\\r\\n", 1)
            lines = head.lower().split(b"\\r\\n")
            if b"expect: 100-continue" in lines:
                peer.sendall(b"HTTP/1.1 100 Continue\\r\\n\\r\\n")
            if b"transfer-encoding: chunked" in lines:
                while not rest.endswith(b"0\\r\\n\\r\\n"):
                    rest += peer.recv(65536)
            lengths = [int(line[15:]) for line in lines if line.startswith(b"content-length:")]
            while len(rest) < sum(lengths[:1]):
                rest += peer.recv(65536)
            number += 1
            with open(f"{sys.argv[1]}/{number}.http", "wb") as file:
                file.write(head + b"\\r\\n\\r\\n" + rest)
            peer.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n")
            peer.close()
        """

    /// Starts a server that writes `1.http`, `2.http` and so on into a folder.
    init(folder: String) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.script, folder]
        process.standardInput = leash
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = output.fileHandleForReading.availableData
        port = Int(String(decoding: line, as: UTF8.self).filter(\.isNumber)) ?? 0
    }

    deinit {
        try? leash.fileHandleForWriting.close()
        process.terminate()
    }
}

/// Programs of others that judge what was written.
enum Judge {
    /// Whether a program is installed.
    static func has(_ name: String) -> Bool { (try? CommandRun.shell("command -v \(name) >/dev/null")) == 0 }

    /// Runs a line of the shell: what it wrote to standard output; `nil` where it failed.
    static func output(of line: String, in folder: String) throws -> String? {
        let file = "\(folder)/judged.txt"
        guard try CommandRun.shell("(\(line)) > '\(file)' 2>'\(folder)/judged.err'") == 0 else { return nil }
        return try String(contentsOfFile: file, encoding: .utf8)
    }
}
