// The state of the form of a study: what is typed, its price from the server, and how it is started.
import { useDebouncedValue } from '@mantine/hooks';
import {
  countBars,
  type DeclaredParameter,
  type ParameterValues,
  rangeOfDays,
  type TradingSettings,
} from '@tradeium/contracts';
import { useMemo, useState } from 'react';
import type { Input } from '../../../core/endpoints.ts';
import { isFailure, messageOf } from '../../../lib/failure.ts';
import { usePriceStudyQuery, useStartStudyMutation } from '../api.ts';
import { draftOf, type StudyDraft } from './draft.ts';
import { planOf } from './plan.ts';

/** The strategy that is studied, and what is set for it on the panel. */
export type StudySource = {
  readonly chatId: string;
  readonly filename: string;
  readonly focusedStrategy: string;
  readonly declared: readonly DeclaredParameter[];
  /** The parameters that differ from their defaults. */
  readonly changed: ParameterValues;
  readonly settings: TradingSettings;
  /** Credits of the account; null while they are unknown. */
  readonly availableVut: number | null;
  readonly hasUnsaved: boolean;
};

const PRICED_AFTER_MS = 400;

/** How many bars the range has. */
const barsIn = (settings: TradingSettings): number => {
  const { fromMs, untilMs } = rangeOfDays(settings);
  return countBars(settings.timeframe, fromMs, untilMs);
};

/** The field that a refusal of the server is about. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  FEES_INVALID: 'fees',
  SLIPPAGE_INVALID: 'slippage',
  DRIFT_BAND_INVALID: 'driftBand',
  PORTFOLIO_INVALID: 'portfolios',
  UNKNOWN_COIN: 'portfolios',
  STUDY_WINDOWS_INVALID: 'windows',
};

const inputOf = (source: StudySource, draft: StudyDraft): Input<'priceStudy'> | null => {
  const { plan } = planOf(source.declared, draft);
  if (!plan) return null;
  const fixed = Object.entries(source.changed).filter(([name]) => !(name in plan.parameters));
  return {
    backtest_id: source.chatId,
    focused_strategy: source.focusedStrategy,
    strategy_filename: source.filename,
    ...source.settings,
    ...plan,
    fixed: Object.fromEntries(fixed),
  };
};

/** Why it cannot be started now; null when it can. */
const reasonOf = (
  hasProblems: boolean,
  hasAxis: boolean,
  failure: string | null,
  isPriced: boolean,
): string | null => {
  if (hasProblems) return 'Correct the marked fields first.';
  if (!hasAxis) return 'Give a parameter or a setting at least two values.';
  if (failure !== null) return failure;
  return isPriced ? null : 'Counting points…';
};

/** `begin` is what the form begins with. */
export const useStudyForm = (
  source: StudySource,
  onStarted: (studyId: string) => void,
  begin: typeof draftOf = draftOf,
) => {
  const bars = barsIn(source.settings);
  const [draft, setDraft] = useState(() => begin(source.declared, source.settings, bars));
  const {
    plan,
    problems: typed,
    counts,
  } = useMemo(() => planOf(source.declared, draft), [source.declared, draft]);
  const hasAxis = Object.values(counts).some((count) => count > 1);
  const input = useMemo(() => (hasAxis ? inputOf(source, draft) : null), [source, draft, hasAxis]);
  const [asked] = useDebouncedValue(input, PRICED_AFTER_MS);
  const pricing = usePriceStudyQuery(asked as Input<'priceStudy'>, { skip: asked === null });
  // A repeated press means the same study; another input is another one.
  const study_id = useMemo(() => (input ? crypto.randomUUID() : ''), [input]);
  const [start, starting] = useStartStudyMutation();
  const isCurrent = asked === input && input !== null && !pricing.isFetching;
  const refused = isCurrent ? pricing.error : undefined;
  const field = isFailure(refused) && refused.code ? FIELD_OF_CODE[refused.code] : undefined;
  const problems = field === undefined ? typed : { ...typed, [field]: messageOf(refused) };
  const price = isCurrent && !refused ? pricing.currentData : undefined;
  const failure = refused === undefined ? null : messageOf(refused);
  return {
    bars,
    draft,
    problems,
    counts,
    price,
    reason: reasonOf(plan === null, hasAxis, failure, price !== undefined),
    isTooLarge: isFailure(refused) && refused.code === 'STUDY_TOO_LARGE',
    isStarting: starting.isLoading,
    startFailure: starting.error ? messageOf(starting.error) : null,
    change: (change: Partial<StudyDraft>) => {
      starting.reset();
      setDraft((before) => ({ ...before, ...change }));
    },
    start: async () => {
      if (!input || !price) return;
      const { data } = await start({ ...input, study_id });
      if (data) onStarted(data.study_id);
    },
  };
};

export type StudyForm = ReturnType<typeof useStudyForm>;
