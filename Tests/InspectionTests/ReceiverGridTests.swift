import Testing

@testable import Inspection

/// What is said of receivers, held to what they did when they were run: `Receivers/grid.json`.
struct ReceiverGridTests {
    /// The bodies that give a name or a filename twice: which is meant they do not tell, and the tables take the last.
    private static let last: [String: FieldPattern] = [
        "ph-dup-cd": FieldPattern("b"), "cd-dup-name-param": FieldPattern("b"),
        "cd-dup-filename-param": FieldPattern("a", "y"),
    ]

    /// The receivers of the grid with which the tables were measured.
    private static let columns: [Receiver: String] = [
        .defnullStrict: "multipart-strict", .defnull: "multipart-errors", .pythonMultipart: "starlette",
        .go: "go", .php: "php", .busboy: "busboy", .werkzeug: "flask", .django: "django", .rack: "rack",
        .tomcat: "tomcat", .undici: "node", .modSecurity: "modsecurity3", .libhtp: "libhtp",
    ]

    @Test func `the versions are those that were run`() throws {
        let grid = try MeasuredGrid.project
        #expect(Set(Receiver.measuredVersions.keys) == Set(Self.columns.keys))
        for (receiver, id) in Self.columns {
            let column = try #require(grid.receivers.first { $0.id == id })
            let version = try #require(receiver.measuredVersion)
            #expect(column.parser.hasSuffix(" " + version), "\(id)")
        }
    }

    @Test func `every receiver of the grid got every body`() throws {
        let grid = try MeasuredGrid.project
        #expect(grid.receivers.count >= 30)
        #expect(Set(grid.receivers.map(\.id)) == Set(grid.results.keys))
        #expect(Set(grid.results.values.map { Set($0.keys) }).count == 1)
    }

    @Test func `what is said of a reader of forms is what it did`() throws {
        let grid = try MeasuredGrid.project
        for receiver in Receiver.measuredReaders {
            let results = try #require(Self.columns[receiver].flatMap { grid.results[$0] })
            for body in ReceiverTestCase.all {
                let result = try #require(results[body.name])
                let expected: ReceiverEffect? =
                    switch result.outcome {
                    case "refused", "closed": .rejects
                    case "empty": .findsNothing
                    case "as-meant": result.form?.isEmpty == true ? .findsNothing : .accepts
                    case "otherwise": result.loses == true ? .losesField : .readsDifferently
                    default: nil
                    }
                let effect = try #require(body.effect(on: receiver))
                if let last = Self.last[body.name], let form = result.form {
                    let isLastRead = form.contains(where: last.matches)
                    #expect((effect == .accepts) == isLastRead, "\(receiver.name): \(body.name)")
                } else {
                    #expect(effect == expected, "\(receiver.name): \(body.name)")
                }
            }
        }
    }

    @Test func `the flags of a checker are those that it set`() throws {
        let grid = try MeasuredGrid.project
        for receiver in [Receiver.modSecurity, .libhtp] {
            let results = try #require(Self.columns[receiver].flatMap { grid.results[$0] })
            for body in ReceiverTestCase.all {
                let result = try #require(results[body.name])
                let flags = try #require(result.flags).filter {
                    $0 != "STRICT_ERROR" && $0 != "REQBODY_ERROR"
                }
                let effect = try #require(body.effect(on: receiver))
                switch effect {
                case .blocks(let reason, let set):
                    #expect(try #require(result.error).contains(reason), "\(body.name)")
                    #expect(set == flags, "\(body.name)")
                case .flags(let set):
                    #expect(result.error == nil && set == flags, "\(receiver.name): \(body.name)")
                case .notParsed(let set):
                    #expect(["NOT_PARSED"] + set == flags, "\(body.name)")
                default:
                    #expect(effect == .accepts && flags.isEmpty && result.error == nil, "\(body.name)")
                }
            }
        }
    }
}
