import Shell
import TestSupport
import Testing

@testable import Tool

/// Profiles, named receivers, and what is reported of receivers, as command lines ask for them.
struct JudgingProfileTests {
    private let plain = Checkout.path("Captures/curl/plain.pcap")
    private let browser = Checkout.path("Captures/chromium/form-tricky.pcap")
    private let faulty = Checkout.path("Captures/faulty/glued-close.pcap")

    private func run(_ arguments: String...) -> CommandRun { CommandRun(arguments) }

    @Test func `an unknown profile is exit code 2, with the known ones and the nearest`() {
        let run = run("check", plain, "--profile", "whatwgg")
        #expect(run.status == .usage)
        #expect(run.output.isEmpty)
        #expect(run.diagnostics.contains("did you mean whatwg?"))
        #expect(run.diagnostics.contains("default, rfc7578, whatwg, strict"))
    }

    @Test func `an unknown receiver is exit code 2, with the known ones and the nearest`() {
        let run = run("check", plain, "--target", "pph")
        #expect(run.status == .usage)
        #expect(run.diagnostics.contains("did you mean php?"))
        #expect(run.diagnostics.contains("busboy"))
    }

    @Test func `a framework is known by its name, and who reads its forms is said`() {
        let named = run("check", faulty, "--target", "flask")
        let reader = run("check", faulty, "--target", "werkzeug")
        #expect(named.status == reader.status && named.output == reader.output)
        #expect(
            named.diagnostics == "partwise: --target flask: judged as Werkzeug, which reads its forms\n"
        )
        #expect(reader.diagnostics.isEmpty)
    }

    @Test func `what a browser sends is what browsers send`() {
        let run = run("check", "--profile", "whatwg", browser)
        #expect(run.status == .fine, "\(run.output)")
    }

    @Test func `the receivers that break on a fault are told by name`() {
        let run = run("check", "--receivers", faulty)
        #expect(run.output.contains("receivers: "))
        #expect(run.output.contains("measured with bodies that had one such fault each: "))
        #expect(run.output.contains("Django 5.2.19"))
    }

    @Test func `JSON tells of receivers where that is asked for, and only there`() {
        #expect(run("check", "--receivers", "--format", "json", faulty).output.contains("\"receivers\": ["))
        #expect(!run("check", "--format", "json", faulty).output.contains("\"receivers\""))
    }

    @Test func `a flag is explained with its rules`() {
        let run = run("explain", "MULTIPART_UNMATCHED_BOUNDARY")
        #expect(run.status == .fine)
        #expect(run.output.contains("compat/modsecurity-dash-lines"))
    }

    @Test func `a rule is explained with its receivers and flags`() {
        let output = run("explain", "delimiter/padding").output
        #expect(output.contains("HTP_MULTIPART_BBOUNDARY_LWS_AFTER"))
        #expect(output.contains("PHP 8.2."))
    }
}
