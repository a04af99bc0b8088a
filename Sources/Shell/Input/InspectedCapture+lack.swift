import Bytes
import Pipeline

extension InspectedCapture {
    /// That it has no exchange of a number: how many it holds, and, of none, what is in the way of reading one.
    func lack(of number: Int) -> String {
        let count = exchanges == 0 ? "none" : Quantity.of(exchanges, "exchange")
        return "\(path): has no exchange \(number): it holds \(count)\(obstacle)"
    }

    /// What is in the way of reading an exchange, after a colon; empty where there is one, or nothing is known.
    var obstacle: String {
        guard exchanges == 0, let problem = problems.first else { return "" }
        return ": \(problem.message)"
    }
}
