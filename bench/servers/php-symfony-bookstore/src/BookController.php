<?php

namespace App;

use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Exception\NotFoundHttpException;

/** What the bookstore is asked. */
final class BookController
{
    public function __construct(private readonly Books $books)
    {
    }

    public function cleanUp(): JsonResponse
    {
        return new JsonResponse(['removed' => $this->books->clear()]);
    }

    public function list(): JsonResponse
    {
        return new JsonResponse($this->books->all());
    }

    public function add(Request $request): JsonResponse
    {
        $book = NewBook::fromJson($request->getContent());

        return new JsonResponse($this->books->add($book), Response::HTTP_CREATED);
    }

    public function one(int $id): JsonResponse
    {
        return new JsonResponse($this->books->find($id) ?? throw new NotFoundHttpException());
    }
}
