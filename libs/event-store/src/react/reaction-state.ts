// The progress of a reaction, in the bucket `REACTIONS`: the newest event started, and those not finished.
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { bucketOnUse } from '../streams/buckets.ts';
import { identityOf, ownName } from '../streams/bus-identity.ts';
import { apiErrorCode, isNatsOutage } from '../streams/nats-outage.ts';
import { signedValues } from '../streams/signed-values.ts';

const reactionState = z.object({
  /** Every event up to here is finished, except those in `open`. Null before the first. */
  upTo: z.int().nullable(),
  /** Commits taken up and not finished, and how often each was started. */
  open: z.array(z.object({ sequence: z.int(), attempts: z.int() })),
  /** How often a process started and did not last. */
  starts: z.int(),
});
export type ReactionState = z.infer<typeof reactionState>;

/** Another process has written the state: this one has lost the work. */
export class StateTaken extends Error {}

export type StateFile = {
  /** Reads the state; null when the reaction is new, or its state forged: then it starts again, which only costs time. */
  read(): Promise<ReactionState | null>;
  /** Replaces what was last read or written. Throws StateTaken when another process has written since. */
  write(state: ReactionState): Promise<void>;
};

const WRONG_LAST_SEQUENCE = 10_071;

/** Opens the state of a reaction to a stream. */
export const openReactionState = (nc: NatsConnection, reaction: string, stream: string): StateFile => {
  const key = ownName(nc, `${reaction}.${stream}`);
  const bucket = bucketOnUse(nc, 'REACTIONS');
  // Whoever could forge it could have events skipped.
  const values = signedValues(nc, 'REACTIONS', identityOf(nc).user ?? '');
  let revision = 0;
  return {
    async read() {
      const found = await (await bucket()).get(key);
      revision = found?.revision ?? 0;
      if (found === null) return null;
      const state = found.operation === 'PUT' ? await values.genuine(key, found.value) : null;
      return state && reactionState.parse(JSON.parse(Buffer.from(state).toString()));
    },
    async write(state) {
      const kv = await bucket();
      revision = await kv
        .put(key, values.signed(key, Buffer.from(JSON.stringify(state))), { previousSeq: revision })
        .catch((error: unknown) => {
          if (apiErrorCode(error) !== WRONG_LAST_SEQUENCE) throw error;
          throw new StateTaken(`another process reacts as ${reaction}`, { cause: error });
        });
    },
  };
};

export type Saver = {
  /** Stops writing. */
  close(): void;
  /** Writes the state soon. */
  poke(): void;
  /** Resolves when the current state is written. */
  flush(): Promise<void>;
};

/** If the process dies between two writes, what it finished in between is handled again. */
const PAUSE_MS = 50;
const RETRY_PAUSE_MS = 500;

/** Writes the state soon after a change; calls `failed` when that is impossible. */
export const createSaver = (
  file: StateFile,
  current: () => ReactionState,
  failed: (error: unknown) => void,
): Saver => {
  let isDirty = false;
  let isClosed = false;
  let underWay: Promise<void> | undefined;

  const save = async (): Promise<void> => {
    isDirty = false;
    try {
      await file.write(current());
    } catch (error) {
      if (!isNatsOutage(error)) return failed(error);
      isDirty = true;
      await delay(RETRY_PAUSE_MS);
    }
  };

  const saveAll = async (): Promise<void> => {
    while (isDirty && !isClosed) {
      await save();
      if (isDirty) await delay(PAUSE_MS);
    }
    underWay = undefined;
  };

  return {
    close() {
      isClosed = true;
    },
    poke() {
      isDirty = true;
      underWay ??= saveAll();
    },
    async flush() {
      isDirty = true;
      underWay ??= saveAll();
      await underWay;
    },
  };
};
