// The ids under which a command is executed, and those that follow from the event that caused it.
import type { CommitMeta } from '@tradeium/contracts';

/** Without the input: its hash would be stored, and no fast hash of an address or a password may exist. */
export type CommandIds = {
  /** The same id is the same command: derived from the intent, never from the attempt. */
  readonly commandId: string;
  readonly userId?: string | undefined;
  readonly correlationId?: string | undefined;
  readonly causationId?: string | undefined;
};

/** The ids of a command that an event causes: the event's correlation, and its command as the cause. */
export const idsCausedBy = ({ commandId, correlationId }: CommitMeta) => ({
  correlationId: correlationId ?? commandId,
  causationId: commandId,
});
