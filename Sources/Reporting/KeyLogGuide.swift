/// A guide to getting TLS session keys from common programs.
package enum KeyLogGuide {
    /// Its name for `explain`.
    package static let name = "keys"

    /// Writes the guide.
    package static func write(to sink: any TextSink) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { sink.line(String(line)) }
    }

    private static let text = """
        A captured TLS session can be read with its keys. A program writes them to a key log (RFC 9850) \
        while it runs, and only then: sessions of the past cannot be opened. Capture from the first packet \
        of the connection on.

        Start the program with SSLKEYLOGFILE=/tmp/keys.log in its environment:
          curl            curl itself, if built with OpenSSL, GnuTLS, BoringSSL or wolfSSL; not with Schannel, nor Apple's
          Chromium        Chrome, Edge and other Chromium browsers, also as --ssl-key-log-file=/tmp/keys.log
          Firefox         release builds too
          Python          contexts of ssl.create_default_context(); for any other: context.keylog_filename = "/tmp/keys.log"

        By an option or in code:
          Node            node --tls-keylog=/tmp/keys.log upload.js
          Go              tls.Config{KeyLogWriter: file}
          Java            run it with -javaagent:extract-tls-secrets.jar=/tmp/keys.log
          OkHttp          on the JVM as Java; on Android through a proxy that the app trusts, and keys from the proxy
          URLSession      Apple's TLS logs no keys: send the app through a proxy that it trusts, and log keys there
          OpenSSL         SSL_CTX_set_keylog_callback; openssl s_client -keylogfile /tmp/keys.log
          proxies         mitmproxy writes the keys of both of its sides with SSLKEYLOGFILE

        Then, for upload.pcap, any one of these:
          partwise check upload.pcap --keys /tmp/keys.log        also as SSLKEYLOGFILE in the environment of partwise
          cp /tmp/keys.log upload.keys                           a .keys file beside the capture is found by itself
          editcap --inject-secrets tls,/tmp/keys.log upload.pcap upload.pcapng

        Anyone who has the log can read the sessions: treat it like a password.
        """
}
