import Testing

@testable import Profiles

struct HabitValuesTests {
    @Test(arguments: [
        ["CR LF"], ["LF"], ["CR LF", "LF"], ["LF", "CR LF"], ["LF", "CR", "CR LF", "LF", "CR"],
        ["CR LF", "CR LF", "LF", "CR LF"],
    ])
    func `values come back each once, in the order of first occurrence`(_ added: [String]) {
        var expected: [String] = []
        for value in added where !expected.contains(value) { expected.append(value) }
        var values = HabitValues()
        values.add(.backslash, "other")
        for value in added { values.add(.lineEnding, value) }
        #expect(values[.lineEnding] == expected)
        #expect(values[.backslash] == ["other"])
        #expect(values[.preamble].isEmpty)

        // The same where the usual value is not given as text.
        var others = HabitValues()
        for value in added {
            if value == Habit.lineEnding.usualValue {
                others.addUsual(.lineEnding)
            } else {
                others.add(.lineEnding, value)
            }
        }
        #expect(others[.lineEnding] == expected)
    }

    @Test func `a client is compared with usual values as with others`() throws {
        let curl = try #require(ClientCatalogue.client("curl"))
        for habit in Habit.allCases {
            guard let usual = habit.usualValue else { continue }
            #expect(curl.traits.knownHabits.contains(habit) == (curl.mayHave(usual, of: habit) != nil))
            #expect(curl.traits.usualHabits.contains(habit) == (curl.mayHave(usual, of: habit) ?? false))
        }
    }

    @Test func `what the program determines may have any value`() throws {
        let aiohttp = try #require(ClientCatalogue.client("aiohttp"))
        #expect(aiohttp.mayHave("application/json", of: .valueType) == true)
        #expect(aiohttp.mayHave("Content-Disposition", of: .valueHeader) == false)
        #expect(aiohttp.mayHave("as it is", of: .lineBreak) == nil)
        #expect(aiohttp.words(for: .valueType) == ["the program's own"])
    }
}
