import Shell
import TestSupport
import Testing

/// A delimiter between parts that has one dash too many at its end.
struct StrayDashRepairTests {
    private static let head = "⏎Content-Disposition: form-data; name="

    @Test(arguments: [0, 1, 2])
    func `the dash alone is the fault, and goes`(_ place: Int) throws {
        let parts = ["a", "g", "z"].enumerated().map { index, name in
            "--4NqF7uZy1Lr0pKxTt2Wc\(index == place ? "-" : "")\(Self.head)\"\(name)\"⏎⏎\(index)⏎"
        }
        let boundary = "multipart/form-data; boundary=4NqF7uZy1Lr0pKxTt2Wc"
        let repair = try RepairRun(
            body: parts.joined() + "--4NqF7uZy1Lr0pKxTt2Wc--⏎",
            contentType: boundary
        )
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(try StrictForm(request).parts.map(\.name) == ["a", "g", "z"])
        #expect(String(decoding: request, as: UTF8.self).contains("Content-Type: \(boundary)\r\n"))
        #expect(repair.check?.status == .fine, "\(repair.check?.output ?? "")")
    }

    @Test func `a close delimiter with one dash is one still`() throws {
        let body = "--4NqF7uZy1Lr0pKxTt2Wc\(Self.head)\"a\"⏎⏎1⏎--4NqF7uZy1Lr0pKxTt2Wc-⏎"
        let repair = try RepairRun(
            body: body,
            contentType: "multipart/form-data; boundary=4NqF7uZy1Lr0pKxTt2Wc"
        )
        let request = try #require(repair.request, "\(repair.run.diagnostics)")
        #expect(try StrictForm(request).parts.map(\.name) == ["a"])
    }
}
