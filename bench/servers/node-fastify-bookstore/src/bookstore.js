// The routes of the bookstore, the schemas of what comes and goes, and what is answered when something is wrong.

import Fastify from "fastify";

const BOOK = {
  type: "object",
  required: ["id", "name", "price", "createdDate"],
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    price: { type: "number" },
    createdDate: { type: "string", format: "date-time" },
  },
};

const NEW_BOOK = {
  type: "object",
  required: ["name", "price"],
  properties: {
    // Something to be seen, and no U+0000, which PostgreSQL's strings can't hold.
    name: { type: "string", maxLength: 256, pattern: "^[^\\0]*[^\\s\\0][^\\0]*$" },
    price: { type: "number", minimum: 0, maximum: 99_999_999.99 },
  },
};

const REMOVED = { type: "object", properties: { removed: { type: "integer" } } };

const CLEANUP = "/cleanup/";
const BOOKS = "/books/";
// What is no number is another path; 15 digits are an integer to JavaScript as well.
const ONE_BOOK = "/books/:id(^\\d{1,15}$)";

/** The application that serves `books`; it doesn't listen yet. */
export function bookstore(books) {
  // By default it would take "12.5" for a number.
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false } }, schemaErrorFormatter: nameTheMember });

  app.post(CLEANUP, { schema: { response: { 200: REMOVED } } }, async () => ({ removed: await books.clear() }));
  app.get(BOOKS, { schema: { response: { 200: { type: "array", items: BOOK } } } }, () => books.all());
  app.post(BOOKS, { schema: { body: NEW_BOOK, response: { 201: BOOK } } }, async (request, reply) => {
    reply.code(201);
    return books.add(request.body);
  });
  app.get(ONE_BOOK, { schema: { response: { 200: BOOK } } }, async (request, reply) => {
    return (await books.find(request.params.id)) ?? reply.callNotFound();
  });

  refuseOtherMethods(app, CLEANUP, ["POST"]);
  refuseOtherMethods(app, BOOKS, ["GET", "HEAD", "POST"]);
  refuseOtherMethods(app, ONE_BOOK, ["GET", "HEAD"]);
  takeEmptyBodies(app);

  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: "not found" }));
  app.setErrorHandler((error, _request, reply) => {
    const isNoJson = error.statusCode === 400 && !error.validation;
    const message = isNoJson ? "body must be a JSON object" : error.message;
    reply.code(error.statusCode ?? 500).send({ error: message });
  });
  return app;
}

/** What ajv found, as "price must be >= 0"; of several faults the first. */
function nameTheMember([{ instancePath, keyword, message, params }]) {
  if (keyword === "required") return new Error(`${params.missingProperty} is missing`);
  return new Error(`${instancePath.slice(1) || "body"} ${message}`);
}

/** Fastify itself answers 404 to other methods at a path. */
function refuseOtherMethods(app, url, allowed) {
  const method = app.supportedMethods.filter((name) => !allowed.includes(name));
  app.route({
    method,
    url,
    handler: (_request, reply) => {
      return reply.code(405).header("Allow", allowed.join(", ")).send({ error: "method not allowed" });
    },
  });
}

/** Fastify itself refuses an empty body of the type application/json, also where none is asked for. */
function takeEmptyBodies(app) {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") done(null);
    else parse(request, text, done);
  });
}
