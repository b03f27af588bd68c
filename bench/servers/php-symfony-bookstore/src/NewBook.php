<?php

namespace App;

use stdClass;
use Symfony\Component\HttpKernel\Exception\BadRequestHttpException;

/** A book to be added; it keeps to what the database takes. */
final class NewBook
{
    private const MAX_NAME_CHARACTERS = 256;
    private const MAX_PRICE = 99_999_999.99;

    private function __construct(public readonly string $name, public readonly float $price)
    {
    }

    /** @throws BadRequestHttpException which says which member is wrong */
    public static function fromJson(string $text): self
    {
        $members = json_decode($text);
        if (!$members instanceof stdClass) {
            throw new BadRequestHttpException('body must be a JSON object');
        }
        $name = $members->name ?? null;
        if (!is_string($name) || !self::isName($name)) {
            throw new BadRequestHttpException(
                'name must be a string of 1 to 256 characters that is not blank and has no U+0000'
            );
        }
        $price = $members->price ?? null;
        if (!(is_int($price) || is_float($price)) || $price < 0 || $price > self::MAX_PRICE) {
            throw new BadRequestHttpException('price must be a number from 0 to 99999999.99');
        }

        return new self($name, $price);
    }

    /** There is something to be seen, and nothing that PostgreSQL's strings can't hold. */
    private static function isName(string $name): bool
    {
        return 1 === preg_match('/\S/u', $name)
            && mb_strlen($name, 'UTF-8') <= self::MAX_NAME_CHARACTERS
            && !str_contains($name, "\0");
    }
}
