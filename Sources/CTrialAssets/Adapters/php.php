<?php // PHP: save as index.php, then `php -S 127.0.0.1:8000 index.php`
function entry($name, $filename, $content) {
    return [$name, $filename, strlen($content), hash("sha256", $content)];
}
function texts($name, $value) {
    if (!is_array($value)) return [entry($name, null, $value)];
    $entries = [];
    foreach ($value as $key => $item) $entries = array_merge($entries, texts($name . "[" . $key . "]", $item));
    return $entries;
}
$fields = [];
foreach ($_POST as $name => $value) $fields = array_merge($fields, texts((string) $name, $value));
foreach ($_FILES as $name => $file) {
    foreach ((array) $file["name"] as $index => $filename) {
        $path = ((array) $file["tmp_name"])[$index];
        $isThere = ((array) $file["error"])[$index] === UPLOAD_ERR_OK;
        $fields[] = entry((string) $name, $filename, $isThere ? file_get_contents($path) : "");
    }
}
header("Content-Type: application/json");
echo json_encode($fields, JSON_INVALID_UTF8_SUBSTITUTE);
