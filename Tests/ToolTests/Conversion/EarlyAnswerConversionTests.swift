import Shell
import TestSupport
import Testing

/// What `partwise convert` writes of requests whose answer came before their end.
struct EarlyAnswerConversionTests {
    @Test(arguments: ["401 No", "417 Expectation Failed", "413 Content Too Large"])
    func `a client that stopped because it was refused is not accused in what is written`(
        _ status: String
    ) throws {
        let folder = try TemporaryFolder()
        let head =
            "POST /up HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=4NqF7uZy1Lr0pKxTt2Wc\r\n"
            + "Expect: 100-continue\r\nContent-Length: 200\r\n\r\n"
        let answer = "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n"
        let capture = WrittenCapture.bytes([(true, Array(head.utf8)), (false, Array(answer.utf8))])
        let path = try folder.write(capture, to: "refused.pcap")
        let output = folder.path + "/written.pcapng"
        #expect(CommandRun(["convert", path, "-o", output]).status == .fine)
        for file in [path, output] {
            let run = CommandRun(["check", file])
            #expect(run.status == .fine, "\(run.output)")
            #expect(run.output.contains("1 upload ended before all was sent"), "\(run.output)")
        }
    }
}
