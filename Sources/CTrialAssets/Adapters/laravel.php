<?php // Laravel: add to routes/api.php, and probe http://127.0.0.1:8000/api/probe of `php artisan serve`

use Illuminate\Http\Request;
use Illuminate\Http\UploadedFile;
use Illuminate\Support\Facades\Route;

Route::post("/probe", function (Request $request) {
    $entry = fn($name, $filename, $content) => [$name, $filename, strlen($content), hash("sha256", $content)];
    $entries = function ($name, $value) use (&$entries, $entry) {
        if ($value instanceof UploadedFile) {
            $content = $value->isValid() ? $value->getContent() : "";
            return [$entry($name, $value->getClientOriginalName(), $content)];
        }
        if (!is_array($value)) return [$entry($name, null, (string) $value)];
        $all = [];
        foreach ($value as $key => $item) $all = array_merge($all, $entries($name . "[" . $key . "]", $item));
        return $all;
    };
    $fields = [];
    foreach ($request->post() as $name => $value) $fields = array_merge($fields, $entries((string) $name, $value));
    foreach ($request->allFiles() as $name => $value) $fields = array_merge($fields, $entries((string) $name, $value));
    return response()->json($fields, 200, [], JSON_INVALID_UTF8_SUBSTITUTE);
});
