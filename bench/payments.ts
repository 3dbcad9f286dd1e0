// Payment notices in any order, repeated many times, through the running product: what is credited, and how fast.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fromVut, isRefusal, MESSAGES, type MicroVut, messageOf, VUT_PER_USD } from '@tradeium/contracts';
import { openBlobs, openRequestClient, outputOf, type RequestClient } from '@tradeium/service-kit';
import { auditLedger } from '../e2e/ledger-audit.ts';
import { connectOperator, type OperatorAccess } from '../scripts/running-system.ts';
import { type BenchRow, milliseconds, printRows, quantile, untargeted } from './bench-row.ts';
import { type Delivery, type PaymentDesk, startPaymentDesk } from './payment-desk.ts';
import { startProduct } from './started-product.ts';

/** Each buyer has the maximum of open payments, with five notices each: 10,000. */
const BUYERS = 100;
const PAYMENTS_EACH = 20;
const REPEATS = 5;
const AT_ONCE = 64;
const ANSWER_MAX_MS = 3_000;
const CREDITED_TIMEOUT_MS = 10 * 60_000;
const POLL_MS = 100;

/** From 1 to 20 USD: a credit that is lost, or given twice or to another, shows in the sums. */
const usdOf = (payment: number): number => payment + 5;
const PAID_EACH_USD = Array.from({ length: PAYMENTS_EACH }, (_, payment) => usdOf(payment)).reduce(
  (a, b) => a + b,
);

const contextOf = (userId: string, commandId: string = randomUUID()) => ({
  userId,
  commandId,
  correlationId: commandId,
});

const order = async (client: RequestClient, buyer: string): Promise<void> => {
  for (let payment = 0; payment < PAYMENTS_EACH; payment += 1) {
    const usd = usdOf(payment);
    const input = { amount_usd: usd, credits_amount: usd * VUT_PER_USD };
    outputOf(
      await client.request(messageOf('createInvoice'), input, contextOf(buyer, `${buyer}-${payment}`)),
    );
  }
};

const shuffled = <Item>(items: readonly Item[]): Item[] => {
  const mixed = items.slice();
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item];
  }
  return mixed;
};

/** Sends all notices, this many at once; returns the time of each answer in ms. Throws when one is not accepted. */
const deliver = async (gateway: string, deliveries: readonly Delivery[]): Promise<number[]> => {
  const left = deliveries.slice();
  const times: number[] = [];
  const post = async ({ body, signature }: Delivery): Promise<void> => {
    const start = performance.now();
    const response = await fetch(`${gateway}/api/payments/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-nowpayments-sig': signature },
      body,
    });
    await response.arrayBuffer();
    times.push(performance.now() - start);
    if (!response.ok) throw new Error(`a notice was answered ${response.status}`);
  };
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) await post(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return times;
};

const balancesOf = async (client: RequestClient, buyers: ReadonlySet<string>): Promise<MicroVut[]> => {
  const found: MicroVut[] = [];
  for (let after = ''; ; ) {
    const answered = await client.request(
      MESSAGES.listAccountBalances,
      { after, limit: 1_000 },
      contextOf('bench'),
    );
    if (isRefusal(answered)) return found;
    const { accounts } = answered.output;
    for (const { accountId, balances } of accounts)
      if (buyers.has(accountId)) found.push((balances.available ?? 0) as MicroVut);
    const last = accounts.at(-1);
    if (last === undefined) return found;
    after = last.accountId;
  }
};

type Urls = OperatorAccess & { readonly gateway: string };

const measure = async (urls: Urls, desk: PaymentDesk): Promise<BenchRow[]> => {
  const nc = await connectOperator(urls);
  try {
    const client = openRequestClient(nc, openBlobs({ directory: 'no large answers' }));
    const buyers = Array.from({ length: BUYERS }, () => randomUUID());
    await Promise.all(buyers.map((buyer) => order(client, buyer)));
    const notices = desk.deliveries();
    const all = shuffled(Array.from({ length: REPEATS }, () => notices).flat());
    const start = performance.now();
    const times = await deliver(urls.gateway, all);
    const deliveredMs = performance.now() - start;
    const expected = fromVut(PAID_EACH_USD * VUT_PER_USD);
    const isExact = async () =>
      (await balancesOf(client, new Set(buyers))).filter((held) => held === expected).length;
    let exact = await isExact();
    while (exact < BUYERS && performance.now() - start < CREDITED_TIMEOUT_MS) {
      await delay(POLL_MS);
      exact = await isExact();
    }
    const creditedMs = performance.now() - start;
    const { problems } = await auditLedger(urls);
    const slowest = Math.max(...times);
    const many = notices.length.toLocaleString('en');
    return [
      {
        name: `Payments: ${many} notices, shuffled, each ${REPEATS} times: balances that are exact`,
        value: `${exact} of ${BUYERS}`,
        target: 'all',
        met: exact === BUYERS,
      },
      {
        name: '  what an audit of the ledger finds wrong',
        value: `${problems.length}`,
        target: '0',
        met: problems.length === 0,
      },
      {
        name: '  slowest answer to a notice',
        value: milliseconds(slowest),
        target: `< ${milliseconds(ANSWER_MAX_MS)}`,
        met: slowest < ANSWER_MAX_MS,
      },
      untargeted(
        '  p50, p99',
        `${milliseconds(quantile(times, 0.5))}, ${milliseconds(quantile(times, 0.99))}`,
      ),
      untargeted(`  taken, ${AT_ONCE} at once`, `${Math.round((1_000 * all.length) / deliveredMs)}/s`),
      untargeted(
        '  payments credited, from the first notice to the last credit',
        `${Math.round((1_000 * BUYERS * PAYMENTS_EACH) / creditedMs)}/s, ${(creditedMs / 1_000).toFixed(1)} s`,
      ),
      untargeted(
        '  questions to the provider for each payment',
        (desk.asked() / (BUYERS * PAYMENTS_EACH)).toFixed(2),
      ),
    ];
  } finally {
    await nc.close();
  }
};

/** Starts the product with its own payment provider. */
export const run = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-payments-'));
  const desk = await startPaymentDesk();
  try {
    const product = await startProduct(home, {
      ...desk.environment,
      RATE_LIMIT_WEBHOOK_PER_MINUTE: '10000000',
    });
    try {
      return await measure(product.urls, desk);
    } finally {
      await product.stop();
    }
  } finally {
    desk.close();
    await rm(home, { recursive: true, force: true });
  }
};

if (import.meta.main) printRows(await run());
