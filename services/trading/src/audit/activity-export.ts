// The export of a deployment's activity: its commits byte for byte, and the run card that follows from them.
import { createHash } from 'node:crypto';
import {
  type ActivityExport,
  type DeploymentEvent,
  EXPORTED_COMMITS_MAX,
  streamOf,
  subjectOf,
} from '@tradeium/contracts';
import { hashBytes, readMessages } from '@tradeium/event-store';
import type { NatsConnection } from 'nats';
import { engineSha256 } from '../rebalances/engine.ts';

type Chain = ActivityExport['chains'][number];
type Created = Extract<DeploymentEvent, { type: 'DeploymentCreated' }>['data'];
type Planned = Extract<DeploymentEvent, { type: 'RebalancePlanned' }>['data'];

const CONTEXT = 'trading';
const BATCH_SIZE = 1_000;

/** JSON with sorted keys: equal values have equal texts. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** All commits of an aggregate that are stored now. */
export const readChain = async (
  nc: NatsConnection,
  aggregate: Chain['aggregate'],
  id: string,
): Promise<Chain> => {
  const stream = streamOf(CONTEXT);
  const subject = subjectOf(CONTEXT, aggregate, id);
  const { state } = await (await nc.jetstreamManager()).streams.info(stream, { subjects_filter: subject });
  const count = Math.min(state.subjects?.[subject] ?? 0, EXPORTED_COMMITS_MAX);
  const commits: string[] = [];
  let head: string | null = null;
  let seen = 0;
  const stopping = new AbortController();
  const reading = { stream, subjects: [subject], after: 0, batchSize: BATCH_SIZE, signal: stopping.signal };
  if (count > 0)
    for await (const batch of readMessages(nc, reading)) {
      const wanted = batch.slice(0, count - seen);
      seen += wanted.length;
      for (const { data, isForged } of wanted) {
        if (isForged) continue;
        commits.push(Buffer.from(data).toString());
        head = hashBytes(data);
      }
      if (seen >= count) break;
    }
  stopping.abort();
  return { aggregate, id, commits, head };
};

type Stored = { readonly events: readonly { readonly type: string; readonly data: unknown }[] };

/** The plans in the commits, with what they follow from. */
export const plansIn = ({ commits }: Pick<Chain, 'commits'>): Planned[] =>
  commits.flatMap((text) =>
    (JSON.parse(text) as Stored).events.flatMap(({ type, data }) =>
      type === 'RebalancePlanned' ? [data as Planned] : [],
    ),
  );

/** By what each plan was made. */
export const decisionsIn = (chain: Pick<Chain, 'commits'>): ActivityExport['run_card']['decisions'] =>
  plansIn(chain).flatMap(({ rebalanceId, dataTimestamp, inputs }) => {
    if (!inputs) return [];
    const { candlesSha256: candles_sha256, engineSha256: engine_sha256 } = inputs;
    return [{ rebalance_id: rebalanceId, bar_close: dataTimestamp, candles_sha256, engine_sha256 }];
  });

export const activityExportOf = (
  created: Created,
  chains: readonly Chain[],
  exportedAt: string,
): ActivityExport => ({
  format: 'tradeium-activity-1',
  exported_at: exportedAt,
  run_card: {
    deployment_id: created.deploymentId,
    user_id: created.userId,
    run_id: created.runId,
    mode: created.mode,
    exchange: created.exchange,
    is_testnet: created.isTestnet,
    created_at: created.createdAt,
    code_sha256: created.codeSha256,
    private_strategy_id: created.privateStrategyId,
    settings_sha256: sha256(sortedJson(created.settings)),
    engine_sha256: engineSha256(),
    decisions: chains.flatMap(decisionsIn),
  },
  chains: [...chains],
});
