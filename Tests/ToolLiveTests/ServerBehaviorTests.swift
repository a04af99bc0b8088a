import Recording
import Testing

@Suite("The behaviour that a path asks for")
struct ServerBehaviorTests {
    @Test(
        "A number of seconds need not be whole, and has a limit",
        arguments: [
            ("/late/0.2/up", 0.2), ("/late/3/up", 3), ("/late/up", 10), ("/late/-1/up", 10),
            ("/late/nan", 10),
            ("/late/1e9/up", 600),
        ]
    )
    func answerDelay(path: String, seconds: Double) {
        #expect(ServerBehavior().changed(by: path).answerDelay == seconds)
    }

    @Test("The path after the number is that of a redirect")
    func redirectPath() {
        let behavior = ServerBehavior().changed(by: "/307/a/b")
        #expect(behavior.redirect == 307)
        #expect(behavior.redirectPath == "/a/b")
    }
}
