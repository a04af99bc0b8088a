import Foundation

/// The target that the environment names (`PARTWISE_FUZZ`).
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["PARTWISE_FUZZ"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("PARTWISE_FUZZ names no target; there are: \(names)")
    }
    return target
}()

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
