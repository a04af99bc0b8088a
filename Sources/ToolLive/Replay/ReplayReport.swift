import Bytes
import Inspection
import Repair
import Reporting
import Shell

/// What is printed of replayed requests.
struct ReplayReport {
    /// How it is printed.
    enum Format: String, CaseIterable {
        case text, json
    }

    /// The requests and how they are to be sent.
    let plan: ReplayPlan
    /// The answers, in the order of the requests.
    let answers: [ReplayAnswer]

    /// What both answers show; `nil` where there are no two requests to compare.
    private var verdict: ReplayVerdict? {
        guard plan.isComparison, answers.count == 2, let repair = plan.repair else { return nil }
        return ReplayVerdict(
            answers[0],
            answers[1],
            rules: plan.fixedRules,
            isChanged: !repair.changes.isEmpty && !plan.areAlike,
            keptBack: plan.keptBack
        )
    }

    /// The exit status: fine where each request was answered by a status below 400, and each response ended.
    var status: CommandStatus {
        if answers.allSatisfy({ $0.status == nil }) { return .unreadable }
        return answers.allSatisfy { $0.isTaken && $0.outcome.shortfall == nil } ? .fine : .findings
    }

    /// Prints the answers as text.
    func printText(in terminal: Terminal, _ style: TextStyle) throws {
        if let verdict {
            let columns = AnswerColumns((plan.titles[0], answers[0]), (plan.titles[1], answers[1]), style)
            for line in columns.lines { terminal.output.line(line) }
            terminal.output.line()
            for line in verdict.sentence.lines(of: style.width) { terminal.output.line(line) }
        } else if answers.count > 1 {
            terminal.output.line(ReplayTally(answers).text)
        } else if let answer = answers.first, answer.status != nil {
            try printContent(of: answer, in: terminal)
        }
    }

    private func printContent(of answer: ReplayAnswer, in terminal: Terminal) throws {
        if let coding = answer.coding {
            terminal.report("the content is shown without its coding (\(coding))")
        }
        var outcome = answer.outcome
        outcome.content = answer.content
        // It was said with the status.
        outcome.shortfall = nil
        if answer.coding != nil, !answer.outcome.isCut { outcome.contentLength = answer.content.count }
        _ = try UploadAnswer(outcome, of: "request").show(continuingAt: nil, opens: false, in: terminal)
    }

    /// The answers as JSON.
    var json: String {
        var members = [
            JSONValue.Member("schema", "partwise.replay/1"),
            .init("tool", ["name": "partwise", "version": .string(ProductVersion.current)]),
            .init("request", .string(plan.name)),
            .init("server", .string(plan.address.origin)),
            .init("keptBack", .array(plan.keptBack.map(JSONValue.string))),
            .init(
                "changes",
                .array(plan.changes.map { ["sent": .string($0.sent), "change": .string($0.change)] })
            ),
            .init("answers", .array(zip(plan.titles, answers).map(json))),
        ]
        if let verdict {
            members.append(
                .init(
                    "verdict",
                    [
                        "kind": .string(verdict.kind.rawValue), "sentence": .string(verdict.sentence),
                        "rules": .array(plan.fixedRules.map(JSONValue.string)),
                    ]
                )
            )
        }
        members.append(.init("summary", ReplayTally(answers).json))
        return JSONText.indented(.object(members))
    }

    private func json(_ title: String, _ answer: ReplayAnswer) -> JSONValue {
        let outcome = answer.outcome
        // Of many answers, the messages are not kept.
        let isKept = plan.isComparison || answers.count == 1
        let content = answer.status == nil || !isKept ? nil : answer.content[...]
        return .object(
            [
                .init("sent", .string(title)), .init("status", JSONValue(answer.status)),
                .init("reason", answer.status == nil ? nil : .string(outcome.reason)),
                .init("failure", JSONValue(answer.failure)),
                .init("fields", isKept ? JSONValue(outcome.fields) : nil),
                .init("shortfall", JSONValue(outcome.shortfall)),
                .init("contentLength", .integer(outcome.contentLength)),
                .init("contentCoding", JSONValue(answer.coding)),
            ] + JSONValue.Member.text("content", content, raw: "rawContent") + [
                .init("isRequestWhole", .bool(outcome.isSent)),
                .init("answerMicroseconds", JSONValue(outcome.answerTime?.microseconds)),
                .init("durationMicroseconds", JSONValue(outcome.duration?.microseconds)),
            ]
        )
    }
}
