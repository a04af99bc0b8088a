import Bytes

/// How many requests wait for their responses.
extension ExchangeQueue {
    /// The steps in which memory is taken, in bytes.
    private static let memoryStep = 64 << 10

    /// The bytes that the exchanges take in memory, an estimate, without those that the budget has counted already.
    var memoryBytes: Int {
        let counted = min(pending.count, limits.pipelinedRequests)
        return pending.placeBytes + counted * Self.messageBytes + waitingBytes
            - (waitingMemory?.takenBytes ?? 0)
    }

    /// What the messages of an exchange that is not completed take in memory, with heads of a few lines: measured.
    private static let messageBytes = 2_560

    /// Makes room for another request: where there is no memory for it, the one that has waited for longest is completed
    /// without its response.
    mutating func makeRoom(_ handler: inout some ExchangeEventHandler) {
        guard pending.count >= limits.pipelinedRequests else { return }
        let last = pending.count - 1
        if pending[last].countedBytes == 0 {
            pending[last].countMemory()
            waitingBytes += pending[last].countedBytes
        }
        while pending.count >= limits.pipelinedRequests, let index = firstAwaiting,
            !takeMemory(waitingBytes + handler.keptBytes)
        {
            overdueCount += 1
            pending[index].loseResponse()
            settle(index, &handler)
            leaveStep(&handler)
        }
    }

    /// Gives memory back, where much of it is not needed any more.
    mutating func giveBackMemory() {
        guard let waitingMemory, waitingBytes == 0 || waitingMemory.takenBytes > 2 * waitingBytes else {
            return
        }
        _ = takeMemory(waitingBytes)
    }

    private mutating func takeMemory(_ count: Int) -> Bool {
        guard let memory else { return false }
        let share = waitingMemory ?? MemoryShare(of: memory, for: .waitingRequests)
        waitingMemory = share
        let needed = (count + Self.memoryStep - 1) / Self.memoryStep * Self.memoryStep
        return needed == share.takenBytes || share.resize(to: needed)
    }
}
