// The period of the backtest: quick ranges, two dates, and the slider between them.
import { Button, Text } from '@mantine/core';
import type { DateRange } from '@tradeium/contracts';
import { memo, useCallback, useMemo, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import {
  type DayRange,
  dateOf,
  dayOf,
  dayOfInstant,
  daysIn,
  type Handle,
  moveHandle,
  QUICK_RANGES,
  type QuickRange,
  quickRange,
} from '../../lib/dates/date-range.ts';
import { counted, shortDate } from '../../lib/format.ts';
import { FieldGroup } from '../../ui/forms/field-group.tsx';
import { candleNotes } from './candle-notes.ts';
import { DateField } from './date-field.tsx';
import { DateRangeSlider } from './date-range-slider.tsx';
import classes from './period-field.module.css';
import { BOUNDS, limitsOf, periodOf } from './settings.ts';
import { rangeChosen, selectSettings } from './settings-slice.ts';

type CandleNoteProps = { range: DateRange | null; chosen: DayRange; wish: DayRange };

const CandleNote = ({ range, chosen, wish }: CandleNoteProps) => {
  const notes = candleNotes(range, chosen, wish);
  return notes.length > 0 ? (
    <Text size="xs" className={classes.note ?? ''} role="note">
      {notes.join(' · ')}
    </Text>
  ) : null;
};

const LATEST = shortDate(dateOf(BOUNDS.end));
const RANGE_MEANINGS: Readonly<Record<QuickRange, string>> = {
  YTD: `From 1 January to ${LATEST}, the latest day of a backtest`,
  '1Y': `The 365 days that end on ${LATEST}, the latest day of a backtest`,
  '4Y': `From 1 January four years before to ${LATEST}, the latest day of a backtest`,
  ALL: `All days that have candles, to ${LATEST}`,
};

const QuickRanges = memo(({ onChoose }: { onChoose: (name: QuickRange) => void }) => (
  <Button.Group>
    {QUICK_RANGES.map((name) => (
      <Button
        key={name}
        size="compact-xs"
        variant="default"
        title={RANGE_MEANINGS[name]}
        onClick={() => onChoose(name)}
      >
        {name}
      </Button>
    ))}
  </Button.Group>
));

/** Everything that chooses the period; dragging a handle re-renders only this part. */
export const PeriodField = ({ candles }: { candles: DateRange | null }) => {
  const dispatch = useAppDispatch();
  const { startDate, endDate } = useAppSelector(selectSettings);
  const [dragged, setDragged] = useState<DayRange | null>(null);
  const limits = useMemo(() => limitsOf(candles), [candles]);
  const wish: DayRange = { start: dayOf(startDate), end: dayOf(endDate) };
  const chosen = periodOf({ startDate, endDate }, candles);
  const shown = dragged ?? chosen;
  const choose = (range: DayRange) => {
    setDragged(null);
    if (range.start !== chosen.start || range.end !== chosen.end) dispatch(rangeChosen(range));
  };
  const chooseQuickly = useCallback(
    (name: QuickRange) => dispatch(rangeChosen(quickRange(name, dayOfInstant(Date.now()), limits))),
    [dispatch, limits],
  );
  const move = (handle: Handle) => (day: number) => choose(moveHandle(chosen, handle, day, limits));
  return (
    <FieldGroup name="Date range">
      <div className={classes.controls}>
        <QuickRanges onChoose={chooseQuickly} />
        <div className={classes.dates}>
          <DateField
            label="Start date"
            day={shown.start}
            bounds={{ start: limits.start, end: shown.end - 1 }}
            limits={limits}
            isWrongSide="The start must be before the end"
            onChoose={move('start')}
          />
          <span className={classes.to}>to</span>
          <DateField
            label="End date"
            day={shown.end}
            bounds={{ start: shown.start + 1, end: limits.end }}
            limits={limits}
            isWrongSide="The end must be after the start"
            onChoose={move('end')}
          />
        </div>
        <span className={classes.days}>{counted(daysIn(shown), 'day', 'days')}</span>
        <CandleNote range={candles} chosen={shown} wish={wish} />
      </div>
      <DateRangeSlider range={shown} bounds={BOUNDS} limits={limits} onDrag={setDragged} onChange={choose} />
    </FieldGroup>
  );
};
