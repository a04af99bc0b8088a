<?php // A Laravel application that has nothing but the routes of the adapter, for `php -S`.

require "Illuminate/autoload.php";

use Illuminate\Config\Repository;
use Illuminate\Filesystem\FilesystemServiceProvider;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Facade;
use Illuminate\View\ViewServiceProvider;

$app = new Application(__DIR__);
$app->instance("config", new Repository(["view" => ["paths" => [__DIR__], "compiled" => __DIR__]]));
$app->register(FilesystemServiceProvider::class);
$app->register(ViewServiceProvider::class);
Facade::setFacadeApplication($app);
$request = Request::capture();
$app->instance("request", $request);
require __DIR__ . "/api.php";
$app["router"]->dispatch($request)->send();
