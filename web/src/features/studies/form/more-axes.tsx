// The settings that a study may vary besides parameters: costs, drift band, interval and portfolio.
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { DRIFT_BAND_ENDS, TIMEFRAME_LABELS, TIMEFRAMES } from '@tradeium/contracts';
import { Fold } from '../../../ui/fold.tsx';
import type { StudyDraft } from './draft.ts';
import classes from './study-form.module.css';

export type DraftFieldsProps = {
  draft: StudyDraft;
  problems: Readonly<Record<string, string>>;
  onChange: (change: Partial<StudyDraft>) => void;
};

const PERCENT_FIELDS = [
  ['fees', 'Fees in percent', 'for instance 0.05, 0.1, 0.2'],
  ['slippage', 'Slippage in percent', 'for instance 0, 0.1'],
  ['driftBand', 'Drift band in percent points', 'for instance 0, 2, 5'],
] as const;

const END_LABELS = { target: 'Trade to the target', edge: 'Trade to the edge' } as const;

const Percentages = ({ draft, problems, onChange }: DraftFieldsProps) =>
  PERCENT_FIELDS.map(([field, label, example]) => (
    <TextInput
      key={field}
      size="xs"
      label={label}
      placeholder={example}
      autoComplete="off"
      maxLength={1_000}
      error={problems[field]}
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  ));

const IntervalChoices = ({ draft, onChange }: DraftFieldsProps) => (
  <Checkbox.Group
    size="xs"
    label="Intervals"
    className={classes.wide ?? ''}
    value={[...draft.intervals]}
    onChange={(intervals) => onChange({ intervals })}
  >
    <div className={classes.fields}>
      {TIMEFRAMES.map((interval) => (
        <Checkbox key={interval} size="xs" value={interval} label={TIMEFRAME_LABELS[interval]} />
      ))}
    </div>
  </Checkbox.Group>
);

const EndChoices = ({ draft, onChange }: DraftFieldsProps) => (
  <Checkbox.Group
    size="xs"
    label="End of a trade at the drift band; choose both to compare them"
    className={classes.wide ?? ''}
    value={[...draft.bandEnds]}
    onChange={(bandEnds) => onChange({ bandEnds })}
  >
    <div className={classes.fields}>
      {DRIFT_BAND_ENDS.map((end) => (
        <Checkbox key={end} size="xs" value={end} label={END_LABELS[end]} />
      ))}
    </div>
  </Checkbox.Group>
);

/** Settings with fewer than two values stay as the panel has them. */
export const MoreAxes = (props: DraftFieldsProps & { startsOpen: boolean }) => {
  const { draft, problems, onChange, startsOpen } = props;
  return (
    <Fold label="More to vary: costs, drift band, interval, portfolio" startsOpen={startsOpen}>
      <p className={classes.note}>Settings with fewer than two values stay as in Backtest Settings.</p>
      <div className={classes.grid}>
        <Percentages {...props} />
        <EndChoices {...props} />
        <IntervalChoices {...props} />
        <Textarea
          size="xs"
          className={classes.wide ?? ''}
          label="Portfolios, one in each line"
          description="The first line is that of Backtest Settings. USDT and BTC are always in."
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
