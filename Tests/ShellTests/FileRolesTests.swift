import Foundation
import Shell
import TestSupport
import Testing

struct FileRolesTests {
    @Test func `a file has one role, whatever leads to it`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write([1], to: "a")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: file)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/self",
            withDestinationPath: folder.path
        )
        var files = FileRoles()
        try files.write(nil, "--none")
        try files.write(file, "-o")
        try files.write("\(folder.path)/new", "--har")
        for path in ["a", "./a", "link", "self/a", "new", "self/./new"] {
            #expect(throws: CommandFailure.self) { try files.read("\(folder.path)/\(path)", "--other") }
        }
        try files.write("\(folder.path)/b", "--b")
        try files.read("\(folder.path)/c", "--c")
    }

    @Test func `devices take what comes, and what has no folder fails elsewhere`() throws {
        var files = FileRoles()
        for path in ["/dev/null", "/nowhere/at/all"] {
            try files.write(path, "-o")
            try files.write(path, "--har")
        }
    }
}
