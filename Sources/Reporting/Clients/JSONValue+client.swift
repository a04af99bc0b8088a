import Profiles

extension JSONValue {
    /// The client that wrote a form, with the evidence; `null` where there is no form.
    init(_ recognition: ClientRecognition?) {
        guard let recognition else {
            self = nil
            return
        }
        let matches = recognition.matches
        let match = matches.first
        self = [
            "ids": .array(matches.map { .string($0.profile.id) }),
            "name": JSONValue(match?.profile.name),
            "certain": .bool(recognition.choice.isCertain),
            "claimed": .array(recognition.claimed.map { .string($0.id) }),
            "disguised": .bool(recognition.choice.isDisguised),
            "agreeing": .array(match?.agreeing.map { .string($0.rawValue) } ?? []),
            "differing": .array(match?.discrepancies(in: recognition.habits).map(JSONValue.init(_:)) ?? []),
            "nearest": recognition.nearest.map { nearest in
                [
                    "id": .string(nearest.profile.id),
                    "differing": .array(
                        nearest.discrepancies(in: recognition.habits).map(JSONValue.init(_:))
                    ),
                ]
            } ?? .null,
        ]
    }

    private init(_ discrepancy: ClientMatch.Discrepancy) {
        self = [
            "habit": .string(discrepancy.habit.rawValue),
            "expected": .array(discrepancy.expected.map(JSONValue.string)),
            "found": .array(discrepancy.found.map(JSONValue.string)),
        ]
    }

    /// A client of the catalogue.
    init(_ profile: ClientProfile) {
        self = [
            "id": .string(profile.id),
            "name": .string(profile.name),
            "versions": .string(profile.versions),
            "source": .string(profile.source.rawValue),
            "habits": .object(
                Habit.allCases.compactMap { habit in
                    let words = profile.words(for: habit)
                    return words.isEmpty
                        ? nil : Member(habit.rawValue, .array(words.map(JSONValue.string)))
                }
            ),
        ]
    }

    /// A client with its recorded habits; one that is not known has its User-Agent in place of a name.
    init(_ client: RecordedClient) {
        self = [
            "id": JSONValue(client.profile?.id),
            "name": JSONValue(client.profile?.name),
            "versions": JSONValue(client.profile?.versions),
            "agent": JSONValue(client.agent),
            "uploads": .integer(client.uploadCount),
            "habits": .object(
                Habit.allCases.compactMap { habit in
                    let values = client[habit]
                    return values.isEmpty
                        ? nil : Member(habit.rawValue, .array(values.map(JSONValue.string)))
                }
            ),
        ]
    }
}
