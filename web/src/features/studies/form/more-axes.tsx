// The settings that a study may vary besides parameters: costs, rebalance policy, interval and portfolio.
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { DRIFT_BAND_ENDS, REBALANCE_CALENDARS, TIMEFRAME_LABELS, TIMEFRAMES } from '@tradeium/contracts';
import { CALENDAR_LABELS } from '../../../lib/policy-words.ts';
import { Fold } from '../../../ui/fold.tsx';
import type { StudyDraft } from './draft.ts';
import classes from './study-form.module.css';

export type DraftFieldsProps = {
  draft: StudyDraft;
  problems: Readonly<Record<string, string>>;
  onChange: (change: Partial<StudyDraft>) => void;
};

const PERCENT_FIELDS = {
  fees: ['Fees in percent', 'e.g. 0.05, 0.1, 0.2'],
  slippage: ['Slippage in percent', 'e.g. 0, 0.1'],
  driftBand: ['Drift band in percentage points', 'e.g. 0, 2, 5'],
} as const;

const END_LABELS = { target: 'Trade to the target', edge: 'Trade to the edge' } as const;

type PercentagesProps = DraftFieldsProps & { field: keyof typeof PERCENT_FIELDS };

const Percentages = ({ draft, problems, onChange, field }: PercentagesProps) => {
  const [label, example] = PERCENT_FIELDS[field];
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={example}
      autoComplete="off"
      maxLength={1_000}
      error={problems[field]}
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
};

type ChoicesProps = DraftFieldsProps & {
  field: 'calendars' | 'bandEnds' | 'intervals';
  label: string;
  choices: readonly (readonly [value: string, label: string])[];
};

const Choices = ({ draft, onChange, field, label, choices }: ChoicesProps) => (
  <Checkbox.Group
    size="xs"
    label={label}
    className={classes.wide ?? ''}
    value={[...draft[field]]}
    onChange={(chosen) => onChange({ [field]: chosen })}
  >
    <div className={classes.choices}>
      {choices.map(([value, name]) => (
        <Checkbox key={value} size="xs" value={value} label={name} />
      ))}
    </div>
  </Checkbox.Group>
);

/** The parts of a rebalance policy: when it trades, beyond what drift, and how far. */
export const PolicyAxes = (props: DraftFieldsProps) => (
  <>
    <Choices
      {...props}
      field="calendars"
      label="Rebalance; choose several to compare them"
      choices={REBALANCE_CALENDARS.map((value) => [value, CALENDAR_LABELS[value]])}
    />
    <Percentages {...props} field="driftBand" />
    <Choices
      {...props}
      field="bandEnds"
      label="End of a trade at the drift band; choose both to compare them"
      choices={DRIFT_BAND_ENDS.map((value) => [value, END_LABELS[value]])}
    />
  </>
);

/** Settings with fewer than two values stay as the panel has them. */
export const MoreAxes = (props: DraftFieldsProps & { startsOpen: boolean }) => {
  const { draft, problems, onChange, startsOpen } = props;
  return (
    <Fold label="More to vary: costs, rebalance policy, interval, portfolio" startsOpen={startsOpen}>
      <p className={classes.note}>Settings with fewer than two values stay as in Backtest Settings.</p>
      <div className={classes.grid}>
        <Percentages {...props} field="fees" />
        <Percentages {...props} field="slippage" />
        <PolicyAxes {...props} />
        <Choices
          {...props}
          field="intervals"
          label="Intervals"
          choices={TIMEFRAMES.map((value) => [value, TIMEFRAME_LABELS[value]])}
        />
        <Textarea
          size="xs"
          className={classes.wide ?? ''}
          label="Portfolios, one per line"
          description="The first line is that of Backtest Settings. USDT and BTC are always included."
          rows={3}
          maxLength={2_000}
          error={problems.portfolios}
          value={draft.portfolios}
          onChange={(event) => onChange({ portfolios: event.currentTarget.value })}
        />
      </div>
    </Fold>
  );
};
