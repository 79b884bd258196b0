/** How many causes of causes, and errors of an AggregateError, the log keeps. */
const NESTED_MAX = 5;

/**
 * What the log keeps of an error. Nothing that code has attached to it: a warning of Node holds the response it is
 * about, with its request's cookies and body.
 */
export function logError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const nested = (one: unknown) => logError(one, depth + 1);
  const isNested = depth < NESTED_MAX;
  return {
    type: name,
    message,
    stack,
    ...('code' in error && { code: String(error.code) }),
    // The number that Next shows on the error's page.
    ...('digest' in error && { digest: String(error.digest) }),
    ...(isNested && cause !== undefined && { cause: nested(cause) }),
    ...(isNested &&
      error instanceof AggregateError && { errors: error.errors.slice(0, NESTED_MAX).map(nested) }),
  };
}
