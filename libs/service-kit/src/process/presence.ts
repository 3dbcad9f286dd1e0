// Answers operators on behalf of a running process: its id, its version, and the read models that it is rebuilding.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PROCESSES_SUBJECT, type RunningProcess, runningProcess } from '@tradeium/contracts';
import { listen, messageIn, type ProjectionCondition } from '@tradeium/event-store';
import { type NatsConnection, RequestStrategy } from 'nats';
import { z } from 'zod';

export type Presence = {
  /** Names the source of the rebuilds under way. */
  reportRebuilds(conditions: () => readonly Pick<ProjectionCondition, 'name' | 'rebuilding'>[]): void;
  stop(): void;
};

const PACKAGE = new URL('../../../../package.json', import.meta.url);
const ANSWER_WITHIN_MS = 500;

const productVersion = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version;

/** Answers operators from now on, and is no member of a queue group: each process answers. */
export const openPresence = (nc: NatsConnection, service: string): Presence => {
  const self = {
    service,
    id: `${process.pid}-${randomBytes(4).toString('hex')}`,
    version: productVersion(),
    startedAt: new Date().toISOString(),
  };
  let conditions: Parameters<Presence['reportRebuilds']>[0] = () => [];
  const subscription = listen(nc, PROCESSES_SUBJECT, (message) => {
    const rebuilding = conditions().flatMap(({ name, rebuilding }) =>
      rebuilding ? [{ name, ...rebuilding }] : [],
    );
    const answer: RunningProcess = { ...self, rebuilding };
    message.respond(JSON.stringify(answer));
  });
  return {
    reportRebuilds: (source) => {
      conditions = source;
    },
    stop: () => subscription.unsubscribe(),
  };
};

/** All processes that answer within half a second, in the order of their start. */
export const listProcesses = async (nc: NatsConnection): Promise<RunningProcess[]> => {
  const answers = await nc.requestMany(PROCESSES_SUBJECT, undefined, {
    strategy: RequestStrategy.Timer,
    maxWait: ANSWER_WITHIN_MS,
  });
  const found: RunningProcess[] = [];
  for await (const message of answers) {
    const process = messageIn(runningProcess, message);
    if (process) found.push(process);
  }
  return found.sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
};
