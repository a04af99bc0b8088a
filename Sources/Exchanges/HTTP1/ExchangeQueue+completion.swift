import Bytes

/// How exchanges leave the queue.
extension ExchangeQueue {
    /// A stream has ended, and its last message was closed.
    mutating func end(_ role: MessageRole, _ handler: inout some ExchangeEventHandler) {
        if role == .request { requestsEnded = true } else { responsesEnded = true }
        settleAll(&handler)
    }

    /// From here on, the nth response may answer another request than the nth.
    mutating func leaveStep(_ handler: inout some ExchangeEventHandler) {
        guard isInStep else { return }
        isInStep = false
        settleAll(&handler)
    }

    /// Completes an exchange that is over.
    mutating func settle(_ index: Int, _ handler: inout some ExchangeEventHandler) {
        if isSettled(index) { complete(index, &handler) }
    }

    /// Completes all exchanges in the queue that are over: needed where that changed for several.
    mutating func settleAll(_ handler: inout some ExchangeEventHandler) {
        var index = 0
        while index < pending.count {
            if isSettled(index) { complete(index, &handler) } else { index += 1 }
        }
    }

    private func isSettled(_ index: Int) -> Bool {
        pending[index].isSettled(requestsEnded: !isInStep || requestsEnded, responsesEnded: responsesEnded)
    }

    private mutating func complete(_ index: Int, _ handler: inout some ExchangeEventHandler) {
        let (id, isCounted) = (pending[index].id, pending[index].countedBytes > 0)
        handler.completed(&pending[index].exchange, id)
        remove(at: index)
        slots.giveBack(id.slot)
        if isCounted { giveBackMemory() }
    }

    /// Removes an exchange of which no message is being read.
    mutating func remove(at index: Int) {
        if let open = openRequest, open > index { openRequest = open - 1 }
        if let open = openResponse, open > index { openResponse = open - 1 }
        if pending[index].request == .expected { expectedCount -= 1 }
        waitingBytes -= pending[index].countedBytes
        pending.remove(at: index)
    }
}
