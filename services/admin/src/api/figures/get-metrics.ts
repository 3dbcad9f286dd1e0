// Figures by hour or day of a range, also where nothing happened, and how far those came who registered in it.
import { type MetricsPoint, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { usdOf, vutOf } from '../../domain/amount-words.ts';
import { type Figures, NO_FIGURES, periodOf } from '../../projections/figures.ts';
import { conversionOf } from '../../projections/people-sums.ts';
import type { Dependencies } from '../dependencies.ts';
import { correctedFigures } from './corrected-figures.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const LENGTH_OF = { hour: HOUR_MS, day: DAY_MS } as const;
const DAYS_MAX = { hour: 31, day: 731 } as const;

const pointOf = (at: string, figures: Figures): MetricsPoint => ({
  at,
  signups: Math.max(0, figures.signups),
  revenue_usd: usdOf(figures.revenueCents),
  credits_granted: vutOf(figures.granted),
  credits_bought: vutOf(figures.bought),
  credits_spent: vutOf(figures.spent),
  input_tokens: figures.input,
  cached_tokens: figures.cached,
  output_tokens: figures.output,
  runs: figures.runs,
  failed_runs: figures.failedRuns,
  rebalances: figures.rebalances,
  failed_rebalances: figures.failedRebalances,
});

export const getMetrics = ({ models }: Pick<Dependencies, 'models'>): Handler =>
  userHandler(messageOf('getMetrics'), async ({ from, to, step }) => {
    const start = Date.parse(from);
    const end = Date.parse(to) + DAY_MS;
    if (start >= end) return refuse('DATE_RANGE_INVALID');
    const days = DAYS_MAX[step];
    if (end - start > days * DAY_MS) return refuse('METRICS_RANGE_TOO_LONG', { days, step });
    const [known, cohort] = await Promise.all([
      correctedFigures(models, step, from, to),
      conversionOf(models.people, new Date(start).toISOString(), new Date(end).toISOString()),
    ]);
    const count = (end - start) / LENGTH_OF[step];
    const points = Array.from({ length: count }, (_, index) => {
      const at = new Date(start + index * LENGTH_OF[step]).toISOString();
      return pointOf(at, known.get(periodOf(step, at)) ?? NO_FIGURES);
    });
    const { registered, verified, run, purchase, rebalance } = cohort;
    const reached = { first_run: run, first_purchase: purchase, first_rebalance: rebalance };
    return answer({ step, points, conversion: { registered, verified, ...reached } });
  });
