<?php

namespace App;

use PDOException;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Event\ExceptionEvent;
use Symfony\Component\HttpKernel\Exception\BadRequestHttpException;
use Symfony\Component\HttpKernel\Exception\HttpExceptionInterface;
use Symfony\Component\HttpKernel\KernelEvents;
use Throwable;

/** What is answered when something is wrong, as JSON; before Symfony's own would log it. */
final class ErrorSubscriber implements EventSubscriberInterface
{
    public static function getSubscribedEvents(): array
    {
        return [KernelEvents::EXCEPTION => ['onException', 1]];
    }

    public function onException(ExceptionEvent $event): void
    {
        $error = $event->getThrowable();
        if ($error instanceof PDOException) {
            $event->setResponse(self::answer('database unavailable', Response::HTTP_SERVICE_UNAVAILABLE));
        } elseif ($error instanceof HttpExceptionInterface) {
            $status = $error->getStatusCode();
            $event->setResponse(self::answer(self::message($error, $status), $status, $error->getHeaders()));
        }
    }

    /** Symfony's messages of other paths and methods have the whole address in them. */
    private static function message(Throwable $error, int $status): string
    {
        return $error instanceof BadRequestHttpException
            ? $error->getMessage()
            : strtolower(Response::$statusTexts[$status]);
    }

    private static function answer(string $error, int $status, array $headers = []): JsonResponse
    {
        return new JsonResponse(['error' => $error], $status, $headers);
    }
}
