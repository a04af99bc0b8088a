#!/usr/bin/env python3
"""Writes a capture of uploads through TLS 1.3, and its key log beside it as OUT.keys.

usage: gen_tls.py http1 OUT.pcap [UPLOADS MIB]    UPLOADS connections with an upload of MIB MiB each (60 8)
       gen_tls.py h2 OUT.pcap [MIB [FORMS]]       what gen_h2.py writes, by one connection

The frames are those of gen_pcap.py; client and server talk through memory, so that no network is needed. The keys
are other ones each time. Needs openssl's command for a certificate.
"""
import random
import ssl
import subprocess
import sys
import tempfile
from pathlib import Path

import gen_h2
import gen_pcap

BLOCK = 1 << 18


def contexts(keys, protocol):
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        command += ["-keyout", key, "-out", certificate, "-subj", "/CN=upload.example.test"]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(certificate, key)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_mode = ssl.CERT_NONE
    client.minimum_version = ssl.TLSVersion.TLSv1_3
    client.keylog_filename = str(keys)
    for context in (client, server):
        context.set_alpn_protocols([protocol])
    return client, server


class End:
    """One end of a session, which reads and writes memory."""

    def __init__(self, context, **options):
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.session = context.wrap_bio(self.incoming, self.outgoing, **options)

    def shake_hands(self):
        try:
            self.session.do_handshake()
            return True
        except ssl.SSLWantReadError:
            return False


def session(index, contexts, rng, dialogue):
    """The frames of one connection that carries a dialogue: whether it is the client that sends, and what."""
    connection = gen_pcap.Connection(index, 40000 + index, rng)
    connection.server_port = 443
    client = End(contexts[0], server_hostname="upload.example.test")
    server = End(contexts[1], server_side=True)
    yield from connection.open()
    while not (client.shake_hands() & server.shake_hands()):
        for is_client, source, target in ((True, client, server), (False, server, client)):
            data = source.outgoing.read()
            target.incoming.write(data)
            yield from connection.send(is_client, data)

    for is_client, data in dialogue:
        end = client if is_client else server
        end.session.write(data)
        yield from connection.send(is_client, end.outgoing.read(), push=not is_client)
    yield from connection.close()


def upload(index, rng, size):
    """A dialogue of one upload."""
    before = gen_pcap.part(b"file", b"", b"f%d.bin" % index, b"application/octet-stream")[:-2]
    after = b"\r\n" + gen_pcap.CLOSE
    head = gen_pcap.request_head(b"/upload/%d" % index, len(before) + size + len(after))
    yield True, head + before
    for start in range(0, size, BLOCK):
        yield True, rng.randbytes(min(BLOCK, size - start))
    yield True, after
    yield False, gen_pcap.RESPONSE


def main():
    kind, path = sys.argv[1], Path(sys.argv[2])
    keys = path.with_suffix(".keys")
    keys.unlink(missing_ok=True)
    pair = contexts(keys, "h2" if kind == "h2" else "http/1.1")
    writer = gen_pcap.Writer(path)
    rng = random.Random("tls")
    if kind == "h2":
        size, forms = gen_h2.sizes(sys.argv[3:])
        dialogues = [gen_h2.dialogue(size, forms, rng)]
    else:
        uploads, mebibytes = (int(word) for word in sys.argv[3:5] or ("60", "8"))
        dialogues = (upload(index, rng, mebibytes << 20) for index in range(uploads))
    for index, dialogue in enumerate(dialogues):
        for frame in session(index, pair, rng, dialogue):
            writer.put(frame)
    writer.close()
    if kind == "h2":
        gen_h2.write_truth(str(path), forms, writer.packets)


if __name__ == "__main__":
    main()
