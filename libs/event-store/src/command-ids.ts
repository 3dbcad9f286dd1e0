// The ids under which a command is executed, and those that follow from the event that caused it.
import type { CommitMeta } from '@tradeium/contracts';

/** A command's ids without its input: a service that may store no fast hash of what it was given leaves that out. */
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
