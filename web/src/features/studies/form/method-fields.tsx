// How a study takes its points, and the windows of its walk-forward test.
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { STUDY_METHOD_FACTS, STUDY_METRICS } from '@tradeium/contracts';
import { useId } from 'react';
import { counted } from '../../../lib/format.ts';
import { METRICS } from '../study-metrics.ts';
import type { Method, StudyDraft } from './draft.ts';
import type { DraftFieldsProps } from './more-axes.tsx';
import { windowsIn } from './plan.ts';
import classes from './study-form.module.css';

const METHODS: readonly { value: Method; label: string }[] = [
  { value: 'grid', label: 'Grid' },
  { value: 'random', label: 'Random' },
  { value: 'quasi-random', label: 'Quasi-random' },
  { value: 'optimise', label: 'Optimise to a goal' },
];

const METHOD_NOTES: Readonly<Record<Method, string>> = {
  grid: 'Every combination of the values.',
  random: 'Some of the combinations, drawn by chance; the same seed draws the same ones.',
  'quasi-random': 'Some of the combinations, spread evenly over all of them.',
  optimise:
    'A search within a budget of points: a quarter are spread evenly, the others go where the goal was high. Each is a trial, and the best of a search looks better than it is.',
};

type FieldProps = DraftFieldsProps & { field: keyof StudyDraft & string; label: string };

const WholeField = ({ draft, problems, onChange, field, label }: FieldProps) => (
  <TextInput
    size="xs"
    label={label}
    inputMode="numeric"
    autoComplete="off"
    maxLength={12}
    error={problems[field]}
    value={String(draft[field])}
    onChange={(event) => onChange({ [field]: event.currentTarget.value })}
  />
);

type MetricFieldProps = DraftFieldsProps & { field: 'goal' | 'metric'; label: string };

const MetricField = ({ draft, onChange, field, label }: MetricFieldProps) => (
  <NativeSelect
    size="xs"
    label={label}
    data={STUDY_METRICS.map((value) => ({ value, label: METRICS[value].label }))}
    value={draft[field]}
    onChange={(event) => {
      const metric = STUDY_METRICS.find((known) => known === event.currentTarget.value);
      if (metric) onChange({ [field]: metric });
    }}
  />
);

/** Grid, or how many are drawn or searched. */
export const MethodFields = (props: DraftFieldsProps) => {
  const { draft, onChange } = props;
  const { isDrawn, isSearch } = STUDY_METHOD_FACTS[draft.method];
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Points</legend>
      <p className={classes.note}>{METHOD_NOTES[draft.method]}</p>
      <SegmentedControl
        size="xs"
        aria-label="How points are chosen"
        value={draft.method}
        data={[...METHODS]}
        onChange={(method) => onChange({ method: method as Method })}
      />
      {isDrawn ? (
        <div className={classes.grid}>
          {isSearch ? <MetricField {...props} field="goal" label="Goal: highest" /> : null}
          <WholeField {...props} field="points" label={isSearch ? 'Budget of points' : 'How many'} />
          <WholeField {...props} field="seed" label="Seed" />
        </div>
      ) : null}
    </fieldset>
  );
};

const WINDOW_KINDS = [
  { value: 'off', label: 'Off' },
  { value: 'rolling', label: 'Rolling' },
  { value: 'anchored', label: 'Anchored' },
] as const;

const WINDOW_NOTES = {
  off: 'Choose values on one part of the time, judge them on the next: what a study found may only fit the past.',
  rolling:
    'Each window chooses on its train bars and is judged on the test bars after them; then it moves on.',
  anchored: 'As rolling, but each train part begins with the first bar.',
} as const;

/** Train, test and embargo in bars of the interval. */
export const WindowFields = (props: DraftFieldsProps & { bars: number }) => {
  const { draft, problems, onChange, bars } = props;
  const id = useId();
  const windows = windowsIn(bars, draft);
  // A search has looked at the test bars, too.
  if (STUDY_METHOD_FACTS[draft.method].isSearch) return null;
  return (
    <fieldset className={classes.group} aria-describedby={problems.windows === undefined ? undefined : id}>
      <legend className={classes.legend}>Walk-forward test</legend>
      <p className={classes.note}>{WINDOW_NOTES[draft.windows]}</p>
      <SegmentedControl
        size="xs"
        aria-label="Walk-forward test"
        value={draft.windows}
        data={[...WINDOW_KINDS]}
        onChange={(chosen) => {
          const kind = WINDOW_KINDS.find(({ value }) => value === chosen);
          if (kind) onChange({ windows: kind.value });
        }}
      />
      {draft.windows === 'off' ? null : (
        <>
          <div className={classes.grid}>
            <WholeField {...props} field="trainBars" label="Train bars" />
            <WholeField {...props} field="testBars" label="Test bars" />
            <WholeField {...props} field="embargoBars" label="Embargo bars between" />
            <MetricField {...props} field="metric" label="Chosen by" />
          </div>
          <p className={classes.note}>
            The range has {counted(bars, 'bar', 'bars')}: {counted(windows, 'window fits', 'windows fit')}.
          </p>
          {problems.windows === undefined ? null : (
            <p className={classes.problem} id={id}>
              {problems.windows}
            </p>
          )}
        </>
      )}
    </fieldset>
  );
};
