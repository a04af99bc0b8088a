// URLSession, which has no forms: the body is put together by hand in a Data, as the well-known tutorial has it
// (Captures/swift-urlsession): a UUID as boundary, nothing escaped, files read whole.
// Tried with Swift 6.3.1 on Linux, where a session trusts the system's certificates and no others: swiftc URLSession.swift

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct Form: Decodable {
    struct Part: Decodable {
        var name: String
        var value: String?
        var file: String?
        var filename: String?
        var type: String?
    }

    var parts: [Part]
    var uploads: Int
    var requires: Set<String>
    var user: String?
    var password: String?
}

final class Session: NSObject, URLSessionTaskDelegate {
    let form: Form

    init(_ form: Form) { self.form = form }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard form.requires.contains("credentials"), challenge.previousFailureCount == 0 else {
            return completionHandler(.performDefaultHandling, nil)
        }
        let credential = URLCredential(
            user: form.user ?? "",
            password: form.password ?? "",
            persistence: .none
        )
        completionHandler(.useCredential, credential)
    }
}

func quit(_ code: Int32, _ reason: String) -> Never {
    let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    FileHandle.standardError.write(Data("\(line)\n".utf8))
    exit(code)
}

func body(of form: Form, boundary: String) throws -> Data {
    var body = Data()
    for part in form.parts {
        body.append(Data("--\(boundary)\r\n".utf8))
        body.append(Data("Content-Disposition: form-data; name=\"\(part.name)\"".utf8))
        if let value = part.value {
            body.append(Data("\r\n\r\n\(value)\r\n".utf8))
        } else {
            body.append(Data("; filename=\"\(part.filename ?? "")\"\r\n".utf8))
            body.append(Data("Content-Type: \(part.type ?? "application/octet-stream")\r\n\r\n".utf8))
            body.append(try Data(contentsOf: URL(fileURLWithPath: part.file ?? "")))
            body.append(Data("\r\n".utf8))
        }
    }
    body.append(Data("--\(boundary)--\r\n".utf8))
    return body
}

let text = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[2]))
guard let form = try? JSONDecoder().decode(Form.self, from: text) else {
    quit(69, "unsupported: a text with half a surrogate pair")
}
let missing = form.requires.subtracting(["redirect", "credentials", "expect"])
guard missing.isEmpty else { quit(69, "unsupported: \(missing.sorted().joined(separator: ", "))") }
guard let url = URL(string: CommandLine.arguments[1]) else { quit(2, "no URL: \(CommandLine.arguments[1])") }

let session = URLSession(configuration: .ephemeral, delegate: Session(form), delegateQueue: nil)
var isWell = true
for _ in 0..<form.uploads {
    do {
        let boundary = UUID().uuidString
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
        if form.requires.contains("expect") { request.setValue("100-continue", forHTTPHeaderField: "Expect") }
        let (_, response) = try await session.upload(for: request, from: body(of: form, boundary: boundary))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        print(status)
        isWell = isWell && 200..<300 ~= status
    } catch {
        quit(1, error.localizedDescription)
    }
}
exit(isWell ? 0 : 1)
