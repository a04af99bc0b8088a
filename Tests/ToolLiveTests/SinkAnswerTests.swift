import Testing

@testable import ToolLive

struct SinkAnswerTests {
    @Test(arguments: [
        (200, "OK"), (303, "See Other"), (407, "Proxy Authentication Required"), (502, "Bad Gateway"),
        (504, "Gateway Timeout"), (299, ""),
    ])
    func `a status has its registered reason phrase`(status: Int, phrase: String) {
        let head = String(decoding: SinkAnswer(status: status, body: "").bytes(withBody: true), as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 \(status) \(phrase)\r\n"))
    }
}
