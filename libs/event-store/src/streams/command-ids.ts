// The ids of a command, those derived from the event that caused it, and ids of what a command makes.
import { createHash } from 'node:crypto';
import type { CommitMeta } from '@tradeium/contracts';

/** A command's ids without its input, for services that must not store a fast hash of it. */
export type CommandIds = {
  /** The same id is the same command: it follows from the intent, never from the attempt. */
  readonly commandId: string;
  readonly userId?: string | undefined;
  readonly correlationId?: string | undefined;
  readonly causationId?: string | undefined;
};

/** The ids of a command that an event causes: it belongs to the same correlation, and names the event's command. */
export const idsCausedBy = ({ commandId, correlationId }: CommitMeta) => ({
  correlationId: correlationId ?? commandId,
  causationId: commandId,
});

const ID_LENGTH = 22;

/** The id of a thing that follows from what makes it this one and no other: a repeated command makes the same thing. */
export const idFrom = (kind: string, ...parts: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('base64url')
    .slice(0, ID_LENGTH);
