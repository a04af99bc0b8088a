/// What the proxy itself answers: its authority's certificate, and how it is trusted.
enum ProxyPage {
    /// Where the certificate is.
    private static let certificate = "/partwise-ca.pem"

    /// The answer to a path.
    static func answer(to path: String, of authority: CertificateAuthority) -> SinkAnswer {
        switch path {
        case certificate:
            return SinkAnswer(status: 200, contentType: "application/x-x509-ca-cert", body: authority.pem)
        case "/": return SinkAnswer(status: 200, page: page)
        default:
            return SinkAnswer(
                status: 404,
                body: """
                    This is partwise proxy. It passes requests on that name their server: set it as the HTTP proxy of \
                    a client. http://\(RecordingProxy.ownHost)/ gives its certificate.

                    """
            )
        }
    }

    private static let page = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>partwise proxy</title>
        <style>
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 42em; margin: 2em auto; padding: 0 1em }
        code { font-size: 0.9em } li { margin: 0.5em 0 }
        @media (prefers-color-scheme: dark) { body { background: #16181c; color: #e4e6ea } a { color: #8ab4f8 } }
        </style>
        <h1>partwise proxy</h1>
        <p>This client's requests pass the proxy. For https it has to trust the proxy's authority, which was made on
        the machine that runs it:</p>
        <p><a href="\(certificate)">Download the certificate</a></p>
        <ul>
        <li>iOS: open it in Safari, install the profile in Settings, General, VPN &amp; Device Management; then turn it
        on in Settings, General, About, Certificate Trust Settings.</li>
        <li>Android: Settings, Security, Encryption &amp; credentials, Install a certificate, CA certificate. Apps trust
        it only where their network security configuration says so.</li>
        <li>curl: <code>--cacert partwise-ca.pem</code>. Node: <code>NODE_EXTRA_CA_CERTS=partwise-ca.pem</code>.
        Python requests: <code>REQUESTS_CA_BUNDLE=partwise-ca.pem</code>. Java: <code>keytool -importcert</code>.</li>
        <li>Firefox: Settings, Privacy &amp; Security, Certificates, View Certificates, Authorities, Import.</li>
        </ul>
        <p>Remove it when you are done: someone who has the key of the proxy can read this client's https.</p>
        </html>

        """
}
