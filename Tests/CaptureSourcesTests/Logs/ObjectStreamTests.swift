import Bytes
import TestSupport
import Testing

@testable import CaptureSources

/// The grammar of object streams, and streams that lie.
struct ObjectStreamTests {
    private func read(
        _ stream: ObjectStreamBuilder,
        memory: MemoryBudget = MemoryBudget(),
        valueLimit: Int = ObjectStreamReader.defaultValueLimit
    ) -> (graph: ObjectGraph, fault: CaptureProblem?) {
        var reader = ObjectStreamReader(ByteStore(stream.bytes), memory: memory, valueLimit: valueLimit)
        let fault = reader.read()
        return (reader.graph, fault)
    }

    @Test func `objects are read as far as there is memory, and give it back`() {
        let memory = MemoryBudget(limit: 4 << 20)
        var stream = ObjectStreamBuilder()
        stream.raw(0x73)
        stream.newClass("A")
        for _ in 0..<100_000 {
            stream.raw(0x73)
            stream.reference(0)
        }
        let (graph, fault) = read(stream, memory: memory)
        #expect(fault?.kind == .limit)
        #expect(graph.objects.count > 10_000)
        #expect(graph.objects.count * MemoryLayout<StreamObject>.stride < memory.limit)
        #expect(memory.refusals == [.objects: 1])
        #expect(memory.takenBytes == 0)
    }

    @Test func `finds the fields of an object by name, those of its superclass first`() throws {
        var stream = ObjectStreamBuilder()
        stream.raw(0x73)
        stream.newClass("Child", fields: [("I", "count"), ("L", "name")], ends: false)
        stream.raw(0x78)
        stream.newClass("Parent", fields: [("Z", "flag"), ("J", "big")])
        stream.raw(1)
        stream.number(-5, bytes: 8)
        stream.number(7, bytes: 4)
        stream.string("ab")
        var (graph, fault) = read(stream)
        #expect(fault == nil)
        let place = try #require(graph.objects.indices.first { graph.className($0) == "Child" })
        guard case .integer(1) = graph.field("flag", of: place),
            case .integer(-5) = graph.field("big", of: place),
            case .integer(7) = graph.field("count", of: place)
        else {
            Issue.record("fields are not those written")
            return
        }
        #expect(graph.string(graph.field("name", of: place))?.short == "ab")
        #expect(graph.field("other", of: place) == nil)
    }

    @Test func `resolves references, and forgets handles at a reset`() {
        var stream = ObjectStreamBuilder()
        stream.string("first")
        stream.reference(0)
        stream.raw(0x79)
        stream.string("second")
        stream.reference(0)
        #expect(read(stream).fault == nil)
        stream.reference(1)
        #expect(
            read(stream).fault?.message
                == "a reference to an object is expected, but here is one to handle 1 of 1"
        )
    }

    @Test func `keeps what a class wrote itself, blocks and objects`() throws {
        var stream = ObjectStreamBuilder()
        stream.raw(0x73)
        stream.newClass("List", flags: 3)
        stream.raw(0x77, 2, 0xAA, 0xBB)
        stream.string("x")
        stream.raw(0x7A, 0, 0, 0, 1, 0xCC, 0x78)
        let (graph, fault) = read(stream)
        #expect(fault == nil)
        let place = try #require(graph.objects.indices.first { graph.className($0) == "List" })
        #expect(graph.written(place).count == 3)
    }

    @Test func `reads arrays, enums, proxies, class objects and long strings`() {
        var stream = ObjectStreamBuilder()
        stream.raw(0x75)
        stream.newClass("[B")
        stream.raw(0, 0, 0, 3, 1, 2, 3)
        stream.raw(0x75)
        stream.newClass("[I")
        stream.raw(0, 0, 0, 1, 0, 0, 0, 9)
        stream.raw(0x7E)
        stream.newClass("Colour", flags: 0x12)
        stream.string("RED")
        stream.raw(0x76)
        stream.newClass("Some")
        stream.raw(0x73, 0x7D, 0, 0, 0, 1)
        stream.text("java.lang.Runnable")
        stream.raw(0x78, 0x70)
        stream.raw(0x7C)
        stream.number(40_000, bytes: 8)
        stream.bytes += [UInt8](repeating: 0x61, count: 40_000)
        let (graph, fault) = read(stream)
        #expect(fault == nil)
        var kinds: [String] = []
        for object in graph.objects {
            switch object {
            case .bytes(let range): kinds.append("bytes \(range.count)")
            case .array(let elements): kinds.append("array \(elements.count)")
            case .constant(let name): kinds.append(name)
            case .classObject: kinds.append("class")
            case .string(let text) where text.short == nil: kinds.append("long \(text.length)")
            default: break
            }
        }
        #expect(kinds == ["bytes 3", "array 1", "RED", "class", "long 40000"])
    }

    @Test func `reads on after an exception that the writer met`() {
        var stream = ObjectStreamBuilder()
        stream.string("before")
        stream.raw(0x7B, 0x73)
        stream.newClass("java.io.IOException")
        stream.string("after")
        let (graph, fault) = read(stream)
        #expect(fault == nil)
        #expect(graph.objects.count == 4)
    }

    @Test func `keeps the objects that began before the stream is cut off, at every byte`() {
        var stream = ObjectStreamBuilder()
        stream.string("kept")
        stream.raw(0x73)
        stream.newClass("Pair", fields: [("I", "a"), ("L", "b")])
        stream.number(1, bytes: 4)
        stream.string("b")
        let whole = stream.bytes.count
        for end in 11..<whole {
            var cut = stream
            cut.bytes.removeLast(whole - end)
            let (graph, fault) = read(cut)
            #expect(fault?.kind == .truncatedFile || end == 11)
            #expect(graph.string(.object(0))?.short == "kept")
        }
    }

    @Test func `is not led astray by lengths that lie`() {
        var string = ObjectStreamBuilder()
        string.raw(0x7C)
        string.number(Int.max, bytes: 8)
        #expect(read(string).fault?.kind == .truncatedFile)
        var array = ObjectStreamBuilder()
        array.raw(0x75)
        array.newClass("[Ljava.lang.Object;")
        array.number(0x7FFF_FFFF, bytes: 4)
        #expect(read(array).fault?.message.hasPrefix("an array of 2147483647 elements begins") == true)
        array.bytes.removeLast(4)
        array.number(-1, bytes: 4)
        #expect(read(array).fault != nil)
    }

    @Test func `ends with a class that is its own superclass`() {
        var stream = ObjectStreamBuilder()
        stream.raw(0x73)
        stream.newClass("Loop", fields: [("Z", "flag")], ends: false)
        stream.raw(0x78)
        stream.reference(0)
        stream.bytes += [UInt8](repeating: 1, count: 100)
        var (graph, fault) = read(stream)
        #expect(graph.ancestry(of: 0).count == ObjectGraph.ancestryLimit)
        #expect(graph.field("flag", of: 1) != nil)
        #expect(fault != nil, "what is left over is not an object")
    }

    @Test func `passes over no more than a bounded depth and number of values`() {
        var deep = ObjectStreamBuilder()
        for _ in 0..<10_000 { deep.raw(0x7B) }
        #expect(read(deep).fault?.kind == .limit)
        var many = ObjectStreamBuilder()
        many.bytes += [UInt8](repeating: 0x70, count: 1001)
        #expect(read(many, valueLimit: 1000).fault?.message == "the stream has more than 1000 values")
    }

    @Test func `refuses an object that only its class can read`() {
        var stream = ObjectStreamBuilder()
        stream.raw(0x73)
        stream.newClass("Old", flags: 4)
        #expect(read(stream).fault?.kind == .notUnderstood)
    }

    @Test(
        arguments: [
            ([0x61, 0xC0, 0x80, 0x62], "a\u{0}b"),
            ([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], "😀"),
            ([0xC3, 0xA9], "é"),
        ] as [([UInt8], String)]
    )
    func `reads Java's modified UTF-8, whole and byte by byte`(_ bytes: [UInt8], _ text: String) {
        #expect(ModifiedUTF8.bytes(bytes) == Array(text.utf8))
        var result: [UInt8] = []
        var reading = ModifiedUTF8()
        for byte in bytes {
            reading.push([byte].span.bytes) { span in span.withUnsafeBytes { result.append(contentsOf: $0) } }
        }
        reading.finish { span in span.withUnsafeBytes { result.append(contentsOf: $0) } }
        #expect(result == Array(text.utf8))
    }
}
