import Bytes
import Connections
import Exchanges
import Testing
@Test func dump() {
    for n in Scripts.all.keys.sorted() {
        let r = play(Scripts.all[n]!)
        print("=====", n)
        for x in r.records { let e = x.exchange
            print(x.number, x.calls, e?.method ?? "", e?.target ?? "", e?.status ?? 0, e?.informational ?? [], e.map{"\($0.outcome)"} ?? "", e?.becameTunnel ?? false, e?.url() ?? "-")
            if let q = e?.request { print("   >", q.framing, q.declaredLength ?? -1, "body", q.bodyLength, "wire", q.wireLength, "miss", q.missingBytes, q.completion, "gap", q.headHasGap, q.faults, q.excessLength, q.fields.lines.count, q.trailers.lines.count, "fr", q.firstFrame!, q.lastFrame!, x.text.debugDescription, x.requestGaps) }
            if let q = e?.response { print("   <", q.framing, q.declaredLength ?? -1, "body", q.bodyLength, "wire", q.wireLength, "miss", q.missingBytes, q.completion, "fr", q.firstFrame!, q.lastFrame!,  x.responseText.debugDescription) }
        }
        print(r.opaque, r.skipped)
    }
}
