// Asks the NATS servers' monitoring ports how they store their data, and whether they still can.
import type { NatsConnection } from 'nats';

export type JetStreamServer = {
  readonly url: string;
  readonly serverId: string;
  /** True if every write is on the disk before it is acknowledged. */
  readonly syncsAlways: boolean;
  /** How far its clock is ahead of ours; negative: behind. */
  readonly aheadMs: number;
};
/** A server that could not be asked. */
type SilentServer = { readonly url: string; readonly problem: string };

const TIMEOUT_MS = 3_000;
const WRITE_ERROR = 'write error';
const UNSEEN = 'no monitoring address is known';

/** Each server's report about its JetStream. */
export const jetStreamServers = (
  urls: readonly string[],
  now: () => number = Date.now,
): Promise<(JetStreamServer | SilentServer)[]> =>
  Promise.all(
    urls.map(async (url) => {
      try {
        const askedMs = now();
        const { body } = await ask(url, '/jsz');
        const {
          server_id: serverId,
          now: time,
          config,
        } = body as { server_id: string; now: string; config?: { sync_always?: boolean } };
        const aheadMs = Date.parse(time) - (askedMs + now()) / 2;
        return { url, serverId, syncsAlways: config?.sync_always === true, aheadMs };
      } catch (error) {
        return { url, problem: wordsOf(error) };
      }
    }),
  );

/**
 * Why JetStream can't take writes, as text; null while it can. A server's monitoring port reports a stream frozen
 * after a write error, which otherwise shows only in refused or unanswered writes. More than half of a cluster
 * must be healthy.
 */
export const jetStreamProblem = async (
  nc: NatsConnection,
  monitoringUrls: readonly string[],
): Promise<string | null> => {
  const problems = await Promise.all(monitoringUrls.map(problemOf));
  const found = problems.flatMap((problem, n) =>
    problem === null ? [] : [`${monitoringUrls[n]}: ${problem}`],
  );
  const isFrozen = problems.some((problem) => problem?.includes(WRITE_ERROR));
  if (isFrozen || 2 * found.length >= Math.max(1, monitoringUrls.length)) return found.join('; ') || UNSEEN;
  return nc
    .request('$JS.API.INFO', '', { timeout: TIMEOUT_MS })
    .then(() => null)
    .catch((error: unknown) => `JetStream does not answer: ${wordsOf(error)}`);
};

const problemOf = async (url: string): Promise<string | null> => {
  try {
    const { status, body } = await ask(url, '/healthz');
    if (status === 200) return null;
    const { error } = body as { error?: string };
    return error ?? `it answers with status ${status}`;
  } catch (error) {
    return wordsOf(error);
  }
};

const ask = async (url: string, path: string): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, body: await response.json() };
};

/** `fetch` puts the reason for a failure in the cause of its error. */
const wordsOf = (error: unknown): string => {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message || inner.name : String(inner);
};
