import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline
import Policy
import TestSupport
import Testing

/// A contract that is written from a request is kept by that request.
struct ContractInferenceTests {
    private struct Uploads: InspectionHandler {
        var exchanges: [InspectedExchange] = []

        mutating func inspected(_ exchange: consuming InspectedExchange) {
            let exchange = exchange
            if exchange.form?.partCount ?? 0 > 0 { exchanges.append(exchange) }
        }
    }

    @Test(arguments: CaptureFolder.captures)
    func `each upload of a capture keeps the contract that is written from it`(capture: CaptureFile) throws {
        var uploads = Uploads()
        _ = try CaptureInspection(options: InspectionOptions(.standard)).inspect(
            path: capture.path,
            as: .capture(format: nil),
            into: &uploads
        )
        for upload in uploads.exchanges.prefix(4) {
            let text = try ContractInference(upload.exchange, upload.form).text
            let contract = try Contract(reading: text, path: "inferred")
            var options = InspectionOptions(.standard)
            options.inspector = Inspector(rules: ContractRules.all(for: contract), of: .ofForms)
            var again = Uploads()
            _ = try CaptureInspection(options: options).inspect(
                path: capture.path,
                as: .capture(format: nil),
                into: &again
            )
            let same = again.exchanges.first { $0.number == upload.number }
            #expect(same?.findings.map(\.finding.message) == [], "\(text)")
        }
    }

    @Test func `a contract says what a form has, and no values`() throws {
        let body = """
            --AaB03x⏎Content-Disposition: form-data; name="a: b"⏎⏎hidden value⏎\
            --AaB03x⏎Content-Disposition: form-data; name="f[]"; filename="x.png"⏎Content-Type: image/png⏎⏎\
            ⟨89⟩PNG⏎⟨1A⟩␊⏎\
            --AaB03x⏎Content-Disposition: form-data; name="f[]"; filename="y.png"⏎Content-Type: image/png⏎⏎\
            ⟨89⟩PNG⏎⟨1A⟩␊⏎\
            --AaB03x--⏎
            """
        let exchange = try #require(try JudgedUpload.read(.violating(body), rules: []))
        let text = try ContractInference(exchange.exchange, exchange.form).text
        #expect(!text.contains("hidden"))
        let contract = try Contract(reading: text, path: "c")
        #expect(contract.fields.map(\.name) == ["a: b", "f[]"])
        #expect(contract.fields.map(\.kind) == [.text, .file])
        #expect(contract.fields[1].most == 2)
        #expect(contract.fields[1].filename.pattern?.text == ".*\\.png")
        #expect(contract.fields[1].magic == [.png])
        #expect(contract.hasFixedOrder && !contract.allowsOtherFields)
    }

    @Test(arguments: [("gr....e", true, true), ("gr....e", false, false), ("name", true, false)])
    func `a contract of a log with dots for bytes says that a name with one may be another`(
        name: String,
        isMasked: Bool,
        isSaid: Bool
    ) throws {
        let body = "--AaB03x⏎Content-Disposition: form-data; name=\"\(name)\"⏎⏎1⏎--AaB03x--⏎"
        let upload = try #require(try JudgedUpload.read(.violating(body), rules: []))
        var exchange = upload.exchange
        exchange.isMasked = isMasked
        let inference = try ContractInference(exchange, upload.form)
        #expect((inference.reservation != nil) == isSaid)
        #expect(inference.text.contains("# Note: the log writes `.`") == isSaid)
        #expect(try Contract(reading: inference.text, path: "c").fields.map(\.name) == [name])
    }

    @Test func `letters that look alike are other bytes`() throws {
        // "é" in one character, and as two.
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        func body(_ name: String) -> String {
            "--AaB03x⏎Content-Disposition: form-data; name=\"\(name)\"⏎⏎\(name)⏎--AaB03x--⏎"
        }
        let text =
            "contract: c\nfields:\n  - name: \"\(composed)\"\n    value: \"\(composed)\"\n"
            + "  - name: \"\(decomposed)\"\n    value: \"\(composed)\"\n    required: false\n"
        let contract = try Contract(reading: text, path: "c")
        #expect(try JudgedUpload.deviations(.violating(body(composed)), from: contract).isEmpty)
        let found = try JudgedUpload.deviations(.violating(body(decomposed)), from: contract)
        #expect(found.map(\.rule) == ["contract/value", "contract/field-missing"])
    }

    @Test(arguments: [
        ("/upload", true), ("/upload?a=1", true), ("/upload/", false), ("/uploads?a=1", false),
        ("/up?x=/upload", false),
    ])
    func `the contract of a request with a query leaves the query open`(target: String, isKept: Bool) throws {
        func example(_ target: String) -> RuleExample {
            .violatingRequest(
                "POST \(target) HTTP/1.1⏎Host: a⏎Content-Type: multipart/form-data; boundary=AaB03x⏎"
                    + "Content-Length: 69⏎⏎"
                    + "--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎"
            )
        }
        let good = try #require(try JudgedUpload.read(example("/upload?c=curl"), rules: []))
        let contract = try Contract(reading: try ContractInference(good.exchange, good.form).text, path: "c")
        let found = try JudgedUpload.deviations(example(target), from: contract)
        #expect(found.map(\.rule) == (isKept ? [] : ["contract/url"]))
    }

    @Test(arguments: [
        "⟨FF⟩⟨00⟩⟨07⟩␉\u{202E}", "yes", "null", "- a", "a: #b", "é😀", "{{", "%22", "'", "\\", "*a", "~", "1",
    ])
    func `a hostile name is written so that it is read again`(name: String) throws {
        let body = "--AaB03x⏎Content-Disposition: form-data; name=\"\(name)\"⏎⏎1⏎--AaB03x--⏎"
        let exchange = try #require(try JudgedUpload.read(.violating(body), rules: []))
        let contract = try Contract(
            reading: ContractInference(exchange.exchange, exchange.form).text,
            path: "c"
        )
        #expect(try JudgedUpload.deviations(.violating(body), from: contract).map(\.message) == [])
    }

    @Test func `of what carries no form no contract can be written`() throws {
        let get = RuleExample.violatingRequest("GET / HTTP/1.1⏎Host: h⏎⏎")
        let exchange = try #require(try JudgedUpload.read(get, rules: []))
        #expect(throws: ContractInference.Failure.noForm) {
            try ContractInference(exchange.exchange, exchange.form)
        }
    }
}
