import Bytes
import Forms
import Testing

struct FormMemoryTests {
    private static func read(_ count: Int, _ lines: String, limit: Int) -> (form: Form, budget: MemoryBudget)
    {
        let budget = MemoryBudget(limit: limit)
        var limits = FormLimits()
        limits.memory = budget
        var reader = FormReader(declared: [Array("B".utf8)], limits: limits)
        for index in 0..<count {
            let part = "--B\r\nContent-Disposition: form-data; name=\"n\(index)\"\r\n\(lines)\r\nx\r\n"
            reader.push(Array(part.utf8).span.bytes)
        }
        reader.push(Array("--B--\r\n".utf8).span.bytes)
        return (reader.finish(), budget)
    }

    @Test(arguments: [
        "", String(repeating: "a:b\r\n", count: 4_000),
        "Content-Type: text/plain" + String(repeating: ";a=b", count: 4_000) + "\r\n",
    ])
    func `parts for which there is no memory are counted and not kept`(lines: String) {
        let count = lines.isEmpty ? 8_000 : 100
        let (form, budget) = Self.read(count, lines, limit: 1 << 20)
        #expect(form.partCount == count)
        #expect(form.parts.count < count)
        #expect(!form.parts.isEmpty)
        #expect(form.close != nil)
        #expect(budget.refusals == [.parts: 1])
    }

    @Test func `the memory of parts is given back with their form`() {
        let budget = {
            let (form, budget) = Self.read(8_000, "", limit: MemoryBudget.defaultLimit)
            #expect(form.parts.count == 8_000)
            #expect(budget.takenBytes > 8_000 * 100)
            return budget
        }()
        #expect(budget.takenBytes == 0)
    }

    @Test func `a form of few parts takes no memory of its own`() {
        let (form, budget) = Self.read(20, "", limit: 0)
        #expect(form.parts.count == 20)
        #expect(budget.refusals.isEmpty)
    }
}
