/// The tunnels around a packet.
struct Surroundings {
    /// How many there are.
    var depth = 0
    /// The number of the network inside of the innermost one that has a number (``TunnelLayer/network(of:_:)``); 0 for
    /// none.
    var network: UInt32 = 0

    /// What is around a packet in one more tunnel, which has a number or 0.
    func inside(_ network: UInt32) -> Surroundings {
        Surroundings(depth: depth + 1, network: network == 0 ? self.network : network)
    }
}
