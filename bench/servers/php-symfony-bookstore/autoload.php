<?php

// Debian's packages load themselves, from PHP's include path; the application's classes are in src/.

require_once 'Symfony/Bundle/FrameworkBundle/autoload.php';

spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'App\\')) {
        return;
    }
    $file = __DIR__.'/src/'.substr($class, strlen('App\\')).'.php';
    if (is_file($file)) {
        require $file;
    }
});
