// What kept a request from the answer that it asked for, by what JMeter has in a status' place where there is none: the class of Java's
// exception, and its message.

const NO_ANSWER = /^Non HTTP response code/;
/** Refused, unreachable, no port left, or timed out before it was there. */
const NOT_CONNECTED =
  /ConnectException|ConnectTimeoutException|UnknownHostException|NoRouteToHostException|BindException|connect timed out|: connect$/i;
const TIMED_OUT = /SocketTimeoutException/;

/** The fields that count errors by kind. */
export const ERROR_KINDS = ["status_errors", "timed_out_requests", "refused_connections", "broken_connections"];

/**
 * @param {string} code of the response of a sample that failed
 * @param {string} message likewise
 * @returns {string} one of ERROR_KINDS; an answer that an assertion didn't like counts as one with another status
 */
export function errorKind(code, message) {
  if (!NO_ANSWER.test(code)) return "status_errors";
  if ([code, message].some((text) => NOT_CONNECTED.test(text))) return "refused_connections";
  return TIMED_OUT.test(code) ? "timed_out_requests" : "broken_connections";
}
