<?php
// The curl extension of PHP. Tried with PHP 8.2.36, libcurl 7.88.1: apt install php-cli php-curl
// Fields are the keys of an array: no name can be there twice. A text with half a surrogate pair is no JSON for PHP.

const ABILITIES = ['unknown-length', 'pause', 'tls', 'http2', 'redirect', 'credentials', 'expect'];

/** A file that can only be read, and does not tell its length; it may pause in the middle. */
class Stream
{
    public $context;
    private $file;
    private int $half;
    private int $pause;

    public function stream_open(string $url): bool
    {
        [$pause, $path] = explode('/', substr($url, strlen('stream://')), 2);
        $this->pause = (int) $pause;
        $this->file = fopen($path, 'rb');
        $this->half = intdiv(filesize($path), 2);
        return true;
    }

    public function stream_read(int $count): string
    {
        if ($this->pause && ftell($this->file) >= $this->half) {
            sleep($this->pause);
            $this->pause = 0;
        }
        return fread($this->file, $this->pause ? min($count, $this->half - ftell($this->file)) : $count);
    }

    public function stream_eof(): bool
    {
        return feof($this->file);
    }

    public function stream_stat(): bool
    {
        return false;
    }
}

function quit(int $code, string $reason = ''): never
{
    fwrite(STDERR, $reason === '' ? '' : preg_replace('/\s+/', ' ', $reason) . "\n");
    exit($code);
}

[, $url, $path] = $argv;
$form = json_decode(file_get_contents($path), true);
$missing = $form ? array_diff($form['requires'], ABILITIES) : [json_last_error_msg()];
if ($missing) {
    quit(69, 'unsupported: ' . implode(', ', $missing));
}
$names = array_column($form['parts'], 'name');
if (count(array_unique($names)) < count($names)) {
    quit(69, 'an array cannot hold a name twice');
}
$needs = fn (string $word): bool => in_array($word, $form['requires'], true);
stream_wrapper_register('stream', Stream::class);

$fields = [];
foreach ($form['parts'] as $part) {
    if (isset($part['value'])) {
        $fields[$part['name']] = $part['value'];
        continue;
    }
    $streamed = $needs('unknown-length') || $needs('pause');
    $file = $streamed ? 'stream://' . ($needs('pause') ? 2 : 0) . '/' . $part['file'] : $part['file'];
    $fields[$part['name']] = new CURLFile($file, $part['type'] ?? null, $part['filename']);
}
$curl = curl_init($url);
curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_NOPROXY => '*',
    CURLOPT_FOLLOWLOCATION => $needs('redirect'),
    CURLOPT_HTTP_VERSION => $needs('http2') ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_NONE,
]);
if (isset($form['certificate'])) {
    curl_setopt($curl, CURLOPT_CAINFO, $form['certificate']);
}
if ($needs('credentials')) {
    curl_setopt_array($curl, [CURLOPT_HTTPAUTH => CURLAUTH_ANY, CURLOPT_USERPWD => "{$form['user']}:{$form['password']}"]);
}
if ($needs('expect')) {
    curl_setopt_array($curl, [CURLOPT_HTTPHEADER => ['Expect: 100-continue'], CURLOPT_EXPECT_100_TIMEOUT_MS => 5000]);
}
$ok = true;
for ($number = 0; $number < $form['uploads']; $number++) {
    curl_setopt($curl, CURLOPT_POSTFIELDS, $fields);
    $answer = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($status >= 200) {
        echo $status, "\n";
    }
    if ($answer === false) {
        quit(1, curl_error($curl));
    }
    $ok = $ok && $status >= 200 && $status < 300;
}
quit($ok ? 0 : 1);
