// Audits a running system's trading: reads all deployments' events, and compares them with the exchange's ledger.
import { type DeploymentEvent, streamOf, tradingEvents } from '@tradeium/contracts';
import { decodeCommit, readMessages } from '@tradeium/event-store';
import type { NatsConnection } from 'nats';
import { auditOrders, type LedgerAccount, type TradingAudit } from './audit-orders.ts';
import { readIntendedOrders } from './intended-orders.ts';

const STREAM = streamOf('trading');
const SUBJECTS = 'events.trading.deployment.>';
const BATCH_SIZE = 1_000;

/** Every event of every deployment that is stored now. */
export const readDeployments = async (nc: NatsConnection): Promise<DeploymentEvent[]> => {
  const { streams } = await nc.jetstreamManager();
  const { state } = await streams.info(STREAM, { subjects_filter: SUBJECTS });
  let left = Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
  if (left === 0) return [];
  const stopping = new AbortController();
  const events: DeploymentEvent[] = [];
  const reading = { stream: STREAM, subjects: [SUBJECTS], after: 0, batchSize: BATCH_SIZE };
  for await (const batch of readMessages(nc, { ...reading, signal: stopping.signal })) {
    for (const message of batch)
      if (!message.isForged) events.push(...decodeCommit(tradingEvents.deployment, message).events);
    left -= batch.length;
    if (left <= 0) break;
  }
  stopping.abort();
  return events;
};

/** `exchangeUrl`: of the stand-in, whose accounts with orders of ours are compared. */
export const verifyTrading = async (nc: NatsConnection, exchangeUrl: string): Promise<TradingAudit> => {
  const events = await readDeployments(nc);
  const response = await fetch(`${exchangeUrl}/ledger`);
  const { accounts } = (await response.json()) as { accounts: LedgerAccount[] };
  return auditOrders(readIntendedOrders(events), accounts);
};
