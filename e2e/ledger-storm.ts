// A thousand reserves, captures and releases at once, as services send them, and separate books for comparison.
import { randomUUID } from 'node:crypto';
import {
  addMicroVut,
  fromVut,
  isRefusal,
  MESSAGES,
  type Message,
  type MicroVut,
  microVutOf,
  type Refusal,
  subtractMicroVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import { openBlobs, openRequestClient, type RequestClient } from '@tradeium/service-kit';
import { until } from '@tradeium/testing/until';
import type { NatsConnection } from 'nats';
import type { z } from 'zod';

type Balance = { available: MicroVut; reserved: MicroVut };
/** The answer to a command: the balance after it, or the refusal. */
export type Answered = Balance | Refusal;

/** A command as it was sent, and its final outcome. */
export type Sent = {
  readonly what: 'grant' | 'reserve' | 'capture' | 'release';
  readonly accountId: string;
  readonly commandId: string;
  readonly answered: Answered;
  /** Sends it again as it was. */
  again(): Promise<Answered>;
};

export type Storm = {
  readonly sent: readonly Sent[];
  /** Reserves and settles `operations` times, all at once; resolves when each command has its answer. */
  blow(operations: number): Promise<void>;
  /** Resolves when `count` more commands were answered. */
  answers(count: number): Promise<void>;
  /** The expected balance of each account, from the answers. */
  books(): Map<string, Balance>;
};

const PURPOSE = 'chaos';
/** Longer than a process is gone, so that its lost answers are not awaited forever. */
const ANSWER_TIMEOUT_MS = 2_000;
/** No outage lasts this long. */
const PATIENCE_MS = 240_000;
const UNDECIDED: readonly string[] = ['SERVICE_UNAVAILABLE', 'CONCURRENT_CHANGE', 'TOO_MANY_REQUESTS'];

/** Sends the same command with the same id until it is decided, as a workflow's activity does. */
const untilDecided = async <Input extends z.ZodType>(
  client: RequestClient,
  message: Message<Input, typeof MESSAGES.reserveCredits.output>,
  input: z.input<Input>,
  { accountId, commandId }: { accountId: string; commandId: string },
): Promise<Answered> => {
  const context = { userId: accountId, commandId, correlationId: commandId };
  const decided = async (): Promise<Answered | undefined> => {
    const result = await client.request(message, input, context, { timeoutMs: ANSWER_TIMEOUT_MS });
    if (!isRefusal(result)) return result.output;
    return UNDECIDED.includes(result.refused) ? undefined : result;
  };
  return until(`the decision on ${commandId}`, decided, { timeoutMs: PATIENCE_MS });
};

type Operation = { accountId: string; operationId: string; amount: MicroVut; used: MicroVut };

/** Opens accounts with this much VUT each. */
export const openStorm = async (nc: NatsConnection, vutOf: readonly number[]): Promise<Storm> => {
  const client = openRequestClient(nc, openBlobs({ directory: 'no large answers' }));
  const sent: Sent[] = [];
  const held = new Map<string, Balance>();
  let listeners: (() => void)[] = [];

  const send = async <Input extends z.ZodType>(
    what: Sent['what'],
    message: Message<Input, typeof MESSAGES.reserveCredits.output>,
    input: z.input<Input> & { accountId: string; operationId: string },
  ): Promise<Answered> => {
    const { accountId, operationId } = input;
    const named = { accountId, commandId: `${operationId}:${what}` };
    const again = () => untilDecided(client, message, input, named);
    const answered = await again();
    sent.push({ what, ...named, answered, again });
    for (const listener of listeners) listener();
    return answered;
  };
  const book = (accountId: string, available: MicroVut, reserved: MicroVut) => {
    const before = held.get(accountId) ?? { available: ZERO_MICRO_VUT, reserved: ZERO_MICRO_VUT };
    held.set(accountId, {
      available: addMicroVut(before.available, available),
      reserved: addMicroVut(before.reserved, reserved),
    });
  };
  const minus = (amount: MicroVut) => subtractMicroVut(ZERO_MICRO_VUT, amount);

  /** Reserves, then uses some of it, all of it or nothing. */
  const operate = async ({ accountId, operationId, amount, used }: Operation): Promise<void> => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const reserve = { accountId, operationId, amount, purpose: PURPOSE, expiresAt };
    if (isRefusal(await send('reserve', MESSAGES.reserveCredits, reserve))) return;
    book(accountId, minus(amount), amount);
    const settled =
      used === 0
        ? await send('release', MESSAGES.releaseCredits, { accountId, operationId, reason: 'failed' })
        : await send('capture', MESSAGES.captureCredits, { accountId, operationId, amount: used });
    if (!isRefusal(settled)) book(accountId, subtractMicroVut(amount, used), minus(amount));
  };

  const accounts = await Promise.all(
    vutOf.map(async (vut) => {
      const accountId = `storm-${randomUUID()}`;
      const amount = fromVut(vut);
      await send('grant', MESSAGES.grantCredits, {
        accountId,
        operationId: `grant:${accountId}`,
        amount,
        reason: 'gift',
      });
      book(accountId, amount, ZERO_MICRO_VUT);
      return accountId;
    }),
  );

  return {
    sent,
    blow: async (operations) => {
      const round = randomUUID();
      await Promise.all(
        Array.from({ length: operations }, (_, at) => {
          const amount = microVutOf(1_000_000 + ((at * 7_919) % 4_000_000));
          return operate({
            accountId: accounts[at % accounts.length] as string,
            operationId: `${PURPOSE}:${round}:${at}`,
            amount,
            used: [ZERO_MICRO_VUT, amount, microVutOf(Math.floor(amount / 3))][at % 3] as MicroVut,
          });
        }),
      );
    },
    answers: (count) => {
      const enough = sent.length + count;
      return new Promise((resolve) => {
        const listener = () => {
          if (sent.length < enough) return;
          listeners = listeners.filter((other) => other !== listener);
          resolve();
        };
        listeners.push(listener);
      });
    },
    books: () => held,
  };
};
