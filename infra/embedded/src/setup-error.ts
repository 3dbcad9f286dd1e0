// The kind of failure that a person can act on: shown as one line, without a stack.

/** Something is missing or refused on this machine; the message says what to do about it. */
export class SetupError extends Error {
  override name = 'SetupError';
}

/** The words to show for anything that was thrown. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
