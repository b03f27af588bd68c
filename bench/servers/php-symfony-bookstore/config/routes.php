<?php

use App\BookController;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

return static function (RoutingConfigurator $routes): void {
    $routes->add('clean_up', '/cleanup/')->methods(['POST'])->controller([BookController::class, 'cleanUp']);
    $routes->add('list', '/books/')->methods(['GET'])->controller([BookController::class, 'list']);
    $routes->add('add', '/books/')->methods(['POST'])->controller([BookController::class, 'add']);
    // More digits than these are beyond PostgreSQL's integers, and so of no book.
    $routes->add('one', '/books/{id}')->requirements(['id' => '\d{1,18}'])->methods(['GET'])
        ->controller([BookController::class, 'one']);
};
