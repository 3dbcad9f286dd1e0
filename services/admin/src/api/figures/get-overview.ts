// The key figures of the dashboard's first page. Today and this month are UTC.
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { usdOf, vutOf } from '../../domain/amount-words.ts';
import { figuresEver } from '../../projections/figures.ts';
import { countPending, lostRevenue, newestPayments } from '../../projections/payments.ts';
import { leftBehind } from '../../projections/people-sums.ts';
import type { Dependencies } from '../dependencies.ts';
import { paymentRows } from '../lists/list-payments.ts';
import { correctedFigures } from './corrected-figures.ts';
import { usageAt } from './usage.ts';

const RECENT_PAYMENTS = 10;
/** Before and after every event. */
const EVER = ['0', '9'] as const;

const sumOf = <Row>(rows: Iterable<Row>, of: (row: Row) => number): number => {
  let sum = 0;
  for (const row of rows) sum += of(row);
  return sum;
};

/** Sign-ups and revenue of a month so far, and of today. */
const ofMonth = async (models: Dependencies['models'], now: string) => {
  const today = now.slice(0, 10);
  const days = await correctedFigures(models, 'day', `${now.slice(0, 7)}-01`, today);
  return {
    signupsToday: days.get(today)?.signups ?? 0,
    signups: sumOf(days.values(), ({ signups }) => signups),
    revenueToday: days.get(today)?.revenueCents ?? 0,
    revenue: sumOf(days.values(), ({ revenueCents }) => revenueCents),
  };
};

const paymentsAt = async (models: Dependencies['models']) => {
  const [ever, lost, pending, newest] = await Promise.all([
    figuresEver(models.figures),
    lostRevenue(models.payments, ...EVER),
    countPending(models.payments),
    newestPayments(models.payments, RECENT_PAYMENTS),
  ]);
  return {
    total_revenue: usdOf(ever.revenueCents - sumOf(lost, ({ amountCents }) => amountCents)),
    // As revenue does, without purchases that were refunded since.
    successful_payments: ever.purchases - lost.length,
    pending_payments: pending,
    recent_payments: await paymentRows(models, newest),
  };
};

export const getOverview = ({ models, now }: Pick<Dependencies, 'models' | 'now'>): Handler =>
  userHandler(messageOf('getOverview'), async () => {
    const at = now().toISOString();
    const [ever, left, usage, payments, month] = await Promise.all([
      figuresEver(models.figures),
      leftBehind(models.people),
      usageAt(models, at),
      paymentsAt(models),
      ofMonth(models, at),
    ]);
    return answer({
      usage: {
        total_users: ever.users,
        total_vut_credits: vutOf(ever.held - left),
        total_tokens_used_today: usage.tokens_used_today,
        total_tokens_used_this_month: usage.tokens_used_this_month,
        cache_hit_rate: usage.cache_hit_rate,
        top_users_by_usage: usage.top_users_by_usage,
      },
      payments: {
        ...payments,
        revenue_today: usdOf(month.revenueToday),
        revenue_this_month: usdOf(month.revenue),
      },
      signups: { signups_today: month.signupsToday, signups_this_month: month.signups },
    });
  });
