import Foundation
import Shell
import TestSupport
import Testing

@testable import Tool

/// Pages and the requests that their forms made, on the command line.
struct FormsTests {
    private static func capture(_ name: String) -> String { Checkout.path("Captures/\(name)") }

    private static func json(_ arguments: [String]) throws -> [String: Any] {
        let run = CommandRun(arguments)
        return try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    @Test func `of two forms that are alike the one is named whose values were sent`() throws {
        let run = CommandRun(["check", Self.capture("chromium/page-alike.pcapng"), "--color", "never"])
        #expect(run.status == .fine)
        #expect(
            run.output.contains(
                "was made by form 2 of exchange 1; known by the Referer, its action, all names and values of the page"
            )
        )
    }

    @Test func `a file that never left is an error, though the request is no upload`() throws {
        let path = Self.capture("chromium/page-urlencoded.pcapng")
        let run = CommandRun(["check", path, "--color", "never"])
        #expect(run.status == .findings)
        #expect(
            run.output.contains(
                "error[form/file-not-multipart]: form 1 of exchange 1: the form has the file input `photo`, but was sent as application/x-www-form-urlencoded: of the file only the name left the browser"
            )
        )
        #expect(run.output.contains("form 1 stands between the tags of a table"))
        #expect(CommandRun(["check", path, "--rule-off", "form/file-not-multipart"]).status == .fine)
    }

    @Test func `what a script changed is said part by part`() throws {
        let report = try Self.json([
            "inspect", Self.capture("firefox/page-script.pcapng"), "--format", "json",
        ])
        let exchanges = try #require(report["exchanges"] as? [[String: Any]])
        let origin = try #require(exchanges.compactMap { $0["origin"] as? [String: Any] }.first)
        let differences = try #require(origin["differences"] as? [[String: Any]])
        #expect(
            differences.compactMap { $0["kind"] as? String } == [
                "missing", "unexplained", "nothing-chosen", "order",
            ]
        )
        #expect(differences.map { $0["parts"] as? [Int] } == [[], [4], [1], []])
    }

    @Test func `show has the controls beside the parts`() {
        let run = CommandRun(["show", Self.capture("firefox/page-script.pcapng") + "#3", "--color", "never"])
        #expect(run.output.contains("made by   form 1 of exchange 1"))
        #expect(run.output.contains("≠  hidden input `ticket`"))
        #expect(run.output.contains("≠  no control"))
    }

    @Test func `a page is judged without any upload`() throws {
        let path = Self.capture("pages/enctype-missing.html")
        let run = CommandRun(["forms", path, "--color", "never", "--page-url", "http://page.test/"])
        #expect(run.status == .findings)
        #expect(
            run.output.contains(
                "error[form/file-not-multipart]: form 1 is sent as application/x-www-form-urlencoded"
            )
        )
        #expect(run.output.contains("POST http://page.test/s  application/x-www-form-urlencoded"))
        #expect(CommandRun(["forms", Self.capture("pages/enctype-multipart.html")]).status == .fine)
        #expect(
            CommandRun(["forms", Self.capture("curl/plain.pcap")]).diagnostics.contains(
                "there is no page with a form"
            )
        )
    }

    @Test func `forms as JSON have their controls, owners and findings`() throws {
        let list = try Self.json(["forms", Self.capture("pages/table-form-tr.html"), "--format", "json"])
        #expect(list["schema"] as? String == "partwise.forms/1")
        let page = try #require((list["pages"] as? [[String: Any]])?.first)
        let form = try #require((page["forms"] as? [[String: Any]])?.first)
        let controls = try #require(form["controls"] as? [[String: Any]])
        #expect(form["inTable"] as? Bool == true)
        #expect(controls.map { $0["owner"] as? String } == ["parser", "parser", "parser"])
        #expect((page["findings"] as? [[String: Any]])?.map { $0["rule"] as? String } == ["form/in-table"])
    }

    @Test func `a field that took the place of a file input can be given to the proxy`() {
        let run = CommandRun([
            "forms", Self.capture("pages/placeholder.html"), "--attach-hint", "--page-url",
            "http://page.test/",
        ])
        #expect(run.output.contains("--attach '*PLACEHOLDER-7f3a*=@FILE' --for '||page.test/s^'"))
        let file = CommandRun(["forms", Self.capture("chromium/page-alike.pcapng"), "--attach-hint"])
        #expect(file.output.contains("--attach 'photo=@FILE' --for '||127.0.0.1:18099/albums/add^'"))
    }

    @Test func `a form is a contract that its own upload keeps, and another breaks`() throws {
        let folder = try TemporaryFolder()
        let contract = folder.path + "/form.yml"
        let capture = Self.capture("chromium/page-alike.pcapng")
        #expect(
            CommandRun(["contract", "from-form", capture, "--form", "2", "-o", contract]).status == .fine
        )
        #expect(CommandRun(["check", capture, "--contract", contract]).status == .fine)
        let other = CommandRun(["check", Self.capture("firefox/page-script.pcapng"), "--contract", contract])
        #expect(other.status == .findings)
        #expect(other.output.contains("contract/field-missing"))
    }
}
