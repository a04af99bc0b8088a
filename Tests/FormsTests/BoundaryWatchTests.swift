import Foundation
import TestSupport
import Testing

@testable import Forms

/// The search for a delimiter in content that is written.
struct BoundaryWatchTests {
    @Test(arguments: [
        "", "x", "x--Bo", "--Boundary", "x\r\n--Boundary--", "----Boundary--Boundary", "--Bound-----Boundary",
        "--Boundar",
    ])
    func `finds the delimiter at the same place however the content is cut`(_ content: String) {
        let expected = content.range(of: "--Boundary").map {
            content.utf8.distance(from: content.startIndex, to: $0.lowerBound)
        }
        func find(_ chunks: [ArraySlice<UInt8>]) -> Int? {
            var watch = BoundaryWatch(Array("--Boundary".utf8))
            for chunk in chunks {
                if let place = chunk.withUnsafeBytes({ watch.find(in: $0) }) { return place }
            }
            return nil
        }
        #expect(find([Array(content.utf8)[...]]) == expected)
        ParserVerifier.verify(Array(content.utf8), run: find)
    }
}
