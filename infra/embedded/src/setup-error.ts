// The kind of failure that a person can act on: shown as one line, without a stack.

/** Something is missing or refused on this machine; the message says what to do about it. */
export class SetupError extends Error {
  override name = 'SetupError';
}

/** The message to show for anything thrown. */
export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
