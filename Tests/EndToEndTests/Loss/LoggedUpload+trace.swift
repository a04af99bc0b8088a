extension LoggedUpload {
    /// What `curl -v` says of the upload.
    var verboseTrace: [UInt8] {
        let lines = String(decoding: head, as: UTF8.self).split(
            separator: "\r\n",
            omittingEmptySubsequences: false
        )
        var trace = "*   Trying 127.0.0.1:8080...\n* Connected to 127.0.0.1 (127.0.0.1) port 8080 (#0)\n"
        for line in lines.dropLast() { trace += "> \(line)\n" }
        trace += "} [\(form.body.count) bytes data]\n* We are completely uploaded and fine\n"
        trace += "< HTTP/1.1 200 OK\n< Content-Length: 2\n< \n{ [2 bytes data]\n"
        return Array((trace + "* Connection #0 to host 127.0.0.1 left intact\n").utf8)
    }

    /// What `curl --trace` or `--trace-ascii` writes of the upload, its content sent in pieces.
    func trace(isHexadecimal: Bool) -> [UInt8] {
        var trace = Array("== Info: Connected to 127.0.0.1 (127.0.0.1) port 8080 (#0)\n".utf8)
        func add(_ title: String, _ bytes: [UInt8]) {
            trace += Array(
                "\(title), \(bytes.count) bytes (0x\(Self.hexadecimal(bytes.count, width: 1)))\n".utf8
            )
            trace += isHexadecimal ? Self.hexadecimalDump(bytes) : Self.textDump(bytes)
        }
        add("=> Send header", head)
        for start in stride(from: 0, to: form.body.count, by: 400) {
            add("=> Send data", Array(form.body[start..<min(start + 400, form.body.count)]))
        }
        for line in ["HTTP/1.1 200 OK\r\n", "Content-Length: 2\r\n", "\r\n"] {
            add("<= Recv header", Array(line.utf8))
        }
        add("<= Recv data", Array("ok".utf8))
        return trace + Array("== Info: Connection #0 to host 127.0.0.1 left intact\n".utf8)
    }

    private static func hexadecimal(_ number: Int, width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }

    private static func shown(_ byte: UInt8) -> UInt8 { (0x20..<0x7F).contains(byte) ? byte : 0x2E }

    private static func hexadecimalDump(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 16).reduce(into: []) { dump, start in
            let row = bytes[start..<min(start + 16, bytes.count)]
            let digits = row.map { hexadecimal(Int($0), width: 2) + " " }.joined()
            dump += Array("\(hexadecimal(start, width: 4)): \(digits)".utf8)
            dump += Array(repeating: 0x20, count: 3 * (16 - row.count)) + row.map(shown) + [0x0A]
        }
    }

    /// Lines of at most 64 bytes, of which each line break of the content ends one.
    private static func textDump(_ bytes: [UInt8]) -> [UInt8] {
        var dump: [UInt8] = []
        var start = 0
        while start < bytes.count {
            dump += Array("\(hexadecimal(start, width: 4)): ".utf8)
            var end = start
            while end < bytes.count, end < start + 64, !bytes[end...].starts(with: [0x0D, 0x0A]) {
                dump.append(shown(bytes[end]))
                end += 1
            }
            dump.append(0x0A)
            start = end + (bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 0)
        }
        return dump
    }
}
