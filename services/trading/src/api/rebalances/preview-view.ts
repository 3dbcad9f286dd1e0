// The preview of a rebalance as the API shows it: what goes out, what is cut or not sent and why, and what it all comes to.
import {
  type PreviewRow,
  QUOTE_CURRENCY,
  type RebalancePreview,
  type Refusal,
  refusalText,
} from '@tradeium/contracts';
import type { PlanOutcome } from '@tradeium/portfolio';
import { withoutNoise } from '../../deployments/without-noise.ts';
import { addDecimals } from '../../domain/decimal.ts';
import type { CreatedDeployment, DataOf } from '../../domain/deployment-state.ts';
import type { DryRun } from '../../domain/dry-run.ts';
import { vutPriceOf } from '../../domain/rebalance-price.ts';
import { binsOf } from '../activity/activity-view.ts';

type Plan = DataOf<'RebalancePlanned'>;
type Order = Plan['sells'][number];

/** Parts of an order that are left out while the rest of it is sent. */
const CUTS = ['above-order-max', 'above-turnover', 'above-amount-max', 'above-position-max', 'locked'];
/** Fees, slippage and lots take less of a buy than this; what is missing beyond it is missing cash. */
const CASH_SHARE = 0.97;

const sumOf = (orders: readonly { readonly notional: string }[]): number =>
  orders.reduce((sum, { notional }) => sum + Number(notional), 0);

type CoinPlan = {
  readonly planned: readonly Order[];
  readonly sent: readonly Order[];
  readonly left: Plan['skipped'];
  readonly wantedBuy: number;
};

/** Why an order is smaller than what it takes to reach the target; null: it is not. */
const cutReason = ({ planned, left, wantedBuy }: CoinPlan): string | null => {
  const cut = left.filter(({ reason }) => CUTS.includes(reason)).at(-1);
  if (cut) return cut.reason;
  return sumOf(planned) < wantedBuy * CASH_SHARE ? 'no-cash' : null;
};

const stateOf = (coin: CoinPlan): Pick<PreviewRow, 'state' | 'reason'> => {
  const { planned, sent, left } = coin;
  // The same reason for all of them is not repeated in each row.
  if (sent.length < planned.length) return { state: sent.length > 0 ? 'cut' : 'not-sent', reason: null };
  const reason = cutReason(coin);
  if (sent.length > 0) return { state: reason === null ? 'sent' : 'cut', reason };
  const last = left.at(-1);
  return last ? { state: 'not-sent', reason: last.reason } : { state: null, reason: null };
};

const rowOf = (
  coin: string,
  own: CoinPlan,
  shares: Pick<PreviewRow, 'now' | 'target' | 'after'>,
): PreviewRow => {
  const { planned, sent, left, wantedBuy } = own;
  const wanted_usdt = Math.max(wantedBuy, sumOf(planned) + sumOf(left));
  const quantity = sent.reduce((sum, order) => addDecimals(sum, order.quantity), '0');
  const side = planned[0]?.side ?? left[0]?.side ?? null;
  return { coin, ...shares, side, wanted_usdt, ordered_usdt: sumOf(sent), quantity, ...stateOf(own) };
};

const rowsOf = (plan: Plan, after: PlanOutcome['after'], sent: readonly Order[]): PreviewRow[] => {
  const before = plan.drift.before;
  const rows = Object.entries(before).map(([coin, { weight: now, target }]) => {
    const isOf = (one: { readonly coin: string }) => one.coin === coin;
    const wantedBuy = Number(plan.wantedBuys.find(isOf)?.notional ?? 0);
    const own = {
      planned: [...plan.sells, ...plan.buys].filter(isOf),
      sent: sent.filter(isOf),
      left: plan.skipped.filter(isOf),
      wantedBuy,
    };
    return rowOf(coin, own, { now, target, after: after[coin]?.weight ?? now });
  });
  const leftOver = (pick: (row: PreviewRow) => number) =>
    Math.max(0, 1 - rows.reduce((sum, row) => sum + pick(row), 0));
  const usdt = {
    now: leftOver(({ now }) => now),
    target: leftOver(({ target }) => target),
    after: leftOver(({ after: share }) => share),
  };
  const nothing: CoinPlan = { planned: [], sent: [], left: [], wantedBuy: 0 };
  const { sold, holdings } = plan.inputs;
  // A sell of some coins says nothing of the others, so what is left over is not USDT alone.
  const isWhole = !sold || holdings.every(({ coin }) => sold.includes(coin));
  return isWhole ? [...rows, rowOf(QUOTE_CURRENCY, nothing, usdt)] : rows;
};

type Previewed = {
  readonly outcome: PlanOutcome;
  readonly run: DryRun;
  readonly deployment: CreatedDeployment;
  readonly timestamp: string;
};

const heldUpOf = (
  plan: Plan,
  refusal: Refusal | null,
): Pick<RebalancePreview, 'held_up' | 'held_up_code'> => {
  if (refusal) return { held_up: refusalText(refusal), held_up_code: refusal.refused };
  if (plan.sells.length + plan.buys.length > 0) return { held_up: null, held_up_code: null };
  return { held_up: 'There is nothing to trade', held_up_code: 'NOTHING_TO_TRADE' };
};

export const previewView = (
  plan: Plan,
  { outcome, run: { sent, heldUp }, deployment, timestamp }: Previewed,
): RebalancePreview => {
  const sells = sent.filter(({ side }) => side === 'sell');
  const buys = sent.filter(({ side }) => side === 'buy');
  const [sold_usdt, bought_usdt] = [sumOf(sells), sumOf(buys)];
  return withoutNoise({
    positions: plan.weights,
    rebalance_bins: {
      portfolio_value_usdt: Number(plan.value),
      sell_bins: binsOf(sent, 'sell'),
      buy_bins: binsOf(sent, 'buy'),
    },
    orders: sent.map(({ coin, side, quantity, price, notional }) => ({
      coin,
      side,
      quantity,
      price,
      notional,
    })),
    rows: rowsOf(plan, outcome.after, sent),
    totals: {
      sold_usdt,
      bought_usdt,
      fees_usdt: (sold_usdt + bought_usdt) * deployment.created.settings.fees,
      cash_after_usdt: Number(outcome.cashAfter),
    },
    skipped: plan.skipped,
    drift: { before: plan.drift.before, after: outcome.after },
    cost_at_most_usdt: Number(outcome.costAtMost),
    ...heldUpOf(plan, heldUp),
    vut_cost: vutPriceOf(deployment.created),
    data_timestamp: plan.dataTimestamp,
    decided_at: plan.decidedAt,
    timestamp,
  });
};
