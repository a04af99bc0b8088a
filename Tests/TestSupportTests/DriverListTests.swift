import TestSupport
import Testing

/// The list of drivers that `make trials` reads, and the page about them.
struct DriverListTests {
    private static let folder = Checkout.path("Captures/drivers")

    private static func text(_ name: String) throws -> String {
        String(decoding: try Checkout.bytes(of: "\(folder)/\(name)"), as: UTF8.self)
    }

    @Test func `a driver has a name, a check and a command, and its files are there`() throws {
        let files = Set(Checkout.files(below: Self.folder))
        let lines = try Self.text("drivers.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.count >= 20)
        #expect(Set(lines.map { $0.prefix { $0 != "\t" } }).count == lines.count)
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            #expect(fields.count == 3 && fields.allSatisfy { !$0.isEmpty }, "\(line)")
            let named = line.split(separator: "$DRIVERS/").dropFirst().map { rest in
                String(rest.prefix { $0 != "\"" })
            }
            #expect(files.isSuperset(of: named), "\(line)")
        }
    }

    @Test func `the page names every driver`() throws {
        let page = try Self.text("README.md")
        // Python keeps what it has compiled in a folder there.
        for file in Checkout.files(below: Self.folder) where file != "README.md" && !file.contains("/") {
            #expect(page.contains("`\(file)`"), "\(file)")
        }
    }
}
