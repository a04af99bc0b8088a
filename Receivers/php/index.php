<?php
function part($name, $filename, $content) { return [$name, $filename, strlen($content), hash('sha256', $content)]; }
// Names with brackets make arrays: their values are given under the name without them.
function values($value) { return is_array($value) ? array_merge([], ...array_map('values', array_values($value))) : [$value]; }

$parts = [];
foreach ($_POST as $name => $value) foreach (values($value) as $each) $parts[] = part((string) $name, null, $each);
foreach ($_FILES as $name => $file) foreach (values($file['name']) as $i => $filename) {
    $path = values($file['tmp_name'])[$i];
    $parts[] = part((string) $name, $filename, $path === '' ? '' : file_get_contents($path));
}
header('Content-Type: application/json');
echo json_encode($parts, JSON_INVALID_UTF8_SUBSTITUTE);
