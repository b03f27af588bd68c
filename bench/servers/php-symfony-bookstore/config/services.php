<?php

use App\BookController;
use App\Books;
use App\Database;
use App\ErrorSubscriber;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;

return static function (ContainerConfigurator $container): void {
    $container->extension('framework', [
        // Nothing here is signed with it.
        'secret' => 'unused',
        'http_method_override' => false,
        'router' => ['utf8' => true],
    ]);
    $container->parameters()->set('env(DATABASE_URL)', 'postgres://bench@127.0.0.1:5432/bench');

    $services = $container->services()->defaults()->autowire()->autoconfigure();
    $services->set(PDO::class, PDO::class)->factory([Database::class, 'connect'])->args(['%env(DATABASE_URL)%']);
    $services->set(Books::class);
    $services->set(BookController::class)->tag('controller.service_arguments');
    $services->set(ErrorSubscriber::class);
};
