import Bytes

/// From segments to connections.
extension ConnectionReassembly {
    /// Takes a segment of a connection, which it opens where there is none.
    ///
    /// - Parameters:
    ///   - segment: the segment.
    ///   - key: its ends.
    ///   - isFromLower: whether the lower end of the key sent it.
    ///   - network: the number of the network in a tunnel; 0 for none.
    ///   - payload: its bytes, as far as they were captured.
    ///   - handler: takes new connections.
    mutating func take(
        _ segment: TCPSegment,
        _ key: ConnectionKey,
        isFromLower: Bool,
        in network: UInt32,
        _ payload: RawSpan,
        _ handler: inout some ConnectionHandler
    ) {
        let index: Int
        if let known = table.index(of: key, in: network, isFromLower: isFromLower) {
            let isNew =
                segment.control.contains(.syn)
                && table.isReplaced(known, by: segment, isFromLower: isFromLower, budget.limits)
            if isNew {
                let key = table[known].key
                replace(known, segment)
                index = open(key, segment, isFromLower: isFromLower, &handler)
                table[index].note(network: network, ofLower: isFromLower)
            } else {
                index = known
            }
        } else {
            let isTaken = network != 0 && table.holds(key)
            index = open(isTaken ? key.inside(network) : key, segment, isFromLower: isFromLower, &handler)
            table[index].note(network: network, ofLower: isFromLower)
        }
        receive(segment, payload, on: index, isFromLower: isFromLower)
    }

    /// Takes a segment of the connection at an index.
    mutating func receive(_ segment: TCPSegment, _ payload: RawSpan, on index: Int, isFromLower: Bool) {
        table.touch(index)
        let heldBytes = budget.heldBytes
        let isClosing = table[index].receive(segment, payload, isFromLower: isFromLower, &budget)
        if segment.control.contains(.rst), let reset = table[index].reset, reset.frame == segment.frame {
            let entry = ResetQueue.Entry(
                index: index,
                number: table[index].number,
                frame: reset.frame,
                packet: budget.counts.packets,
                time: reset.time
            )
            resets.append(entry)
        }
        if isClosing { table.remember(index, limit: budget.limits.closedConnections) }
        if budget.heldBytes > heldBytes { makeRoomForHeld(by: index) }
    }

    /// Gives up the gaps that were waited for longest while more waits than there is memory for.
    private mutating func makeRoomForHeld(by index: Int) {
        waiting.append(index, in: &table)
        while budget.lacksRoom, let oldest = waiting.pop(from: &table) {
            guard table[oldest].giveUpWaiting(&budget) else { continue }
            table.remember(oldest, limit: budget.limits.closedConnections)
        }
    }

    /// Gives up the connection that was unused for longest while there is no room for another one.
    private mutating func makeRoom(_ segment: TCPSegment) {
        while let oldest = table.oldestOpen {
            if table.openCount >= max(budget.limits.openConnections, 1) {
                budget.note(.openConnections, on: table[oldest].number)
            } else if budget.hasRoom(forConnections: table.openCount + 1) {
                return
            }
            table[oldest].finish(.limit, frame: segment.frame, time: segment.time, &budget)
            table.remember(oldest, limit: budget.limits.closedConnections)
        }
    }

    /// Opens a connection; where too many are open, gives up the one that was unused for longest.
    private mutating func open(
        _ key: ConnectionKey,
        _ segment: TCPSegment,
        isFromLower: Bool,
        _ handler: inout some ConnectionHandler
    ) -> Int {
        makeRoom(segment)
        budget.counts.connections += 1
        let isSYN = segment.control.contains(.syn)
        let isAnswer = isSYN && segment.control.contains(.ack)
        let isInitiatedByLower = isFromLower != isAnswer
        var summary = ConnectionSummary(
            number: budget.counts.connections,
            initiator: key.endpoint(lower: isInitiatedByLower),
            responder: key.endpoint(lower: !isInitiatedByLower),
            sawHandshake: isSYN && !isAnswer
        )
        if let removedTLS, summary.sawHandshake { summary.restore(removedTLS) }
        let consumer = handler.opened(summary)
        return table.insert(
            Connection(
                key: key,
                number: budget.counts.connections,
                isInitiatedByLower: isInitiatedByLower,
                consumer: consumer
            )
        )
    }

    private mutating func replace(_ index: Int, _ segment: TCPSegment) {
        if !table[index].isClosed {
            table[index].finish(.replaced, frame: segment.frame, time: segment.time, &budget)
            table.remember(index, limit: max(budget.limits.closedConnections, 1))
        }
        table.remove(index)
    }

    /// Takes it that nothing more comes of what had time to come: ends connections that did not go on after a RST, and
    /// gives up bytes that the capture missed although their receiver has them.
    ///
    /// A capture that was recorded before tells by its next packets; on a live one there may be none for long.
    mutating func settle(upTo time: Timestamp) {
        while let due = resets.popDue(at: time, budget.limits) { settle(due) }
        var next = table.oldestOpen
        while let index = next, table[index].lastUse.map({ $0 <= time }) ?? true {
            next = table[index].newer < 0 ? nil : Int(table[index].newer)
            if table[index].settle(&budget) {
                table.remember(index, limit: budget.limits.closedConnections)
            }
        }
    }

    /// Ends the connections of which no packet has come since a time: their clients have gone without an end.
    ///
    /// What comes all the same is read as a connection whose beginning was not captured.
    mutating func forget(upTo time: Timestamp) {
        while let index = table.oldestOpen, let lastUse = table[index].lastUse, lastUse <= time {
            table[index].finish(.limit, frame: lastFrame, time: lastUse, &budget)
            table.remember(index, limit: max(budget.limits.closedConnections, 1))
            table.remove(index)
        }
    }

    /// Ends a connection that did not go on after a RST.
    mutating func settle(_ due: ResetQueue.Entry) {
        guard table[due.index].number == due.number, table[due.index].reset?.frame == due.frame,
            !table[due.index].isClosed
        else { return }
        table[due.index].finish(.reset, frame: due.frame, time: nil, &budget)
        table.remember(due.index, limit: budget.limits.closedConnections)
    }
}
