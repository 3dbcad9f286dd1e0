// The period of the backtest: quick ranges, two dates, and the slider between them.
import { Button, Group, Text } from '@mantine/core';
import type { DateRange } from '@tradeium/contracts';
import { useAppDispatch, useAppSelector } from '../../app/store.ts';
import {
  type DayRange,
  dateOf,
  dayOf,
  dayOfInstant,
  type Handle,
  moveHandle,
  QUICK_RANGES,
  quickRange,
} from '../../lib/date-range.ts';
import { shortDate, wholeNumber } from '../../lib/format.ts';
import { DateField } from './date-field.tsx';
import { DateRangeSlider } from './date-range-slider.tsx';
import classes from './period-field.module.css';
import { BOUNDS, limitsOf, periodOf } from './settings.ts';
import { rangeChosen, selectSettings } from './settings-slice.ts';

/** More would fill the panel. */
const SPANS_TOLD_MAX = 3;

/** What limits the period, in words: the coin with the fewest candles, and spans of made-up ones. */
const CandleNote = ({
  range,
  chosen,
  wish,
}: {
  range: DateRange | null;
  chosen: DayRange;
  wish: DayRange;
}) => {
  const limits = limitsOf(range);
  const notes: string[] = [];
  if (limits.start > BOUNDS.start) {
    const from = shortDate(dateOf(limits.start));
    const who = range?.limited_by ? `${range.limited_by} has candles` : 'There are candles';
    notes.push(
      wish.start < limits.start
        ? `${who} from ${from} on, so the period starts then at the earliest`
        : `${who} from ${from} on`,
    );
  }
  const spans = range?.synthetic ?? [];
  const touched = spans.filter(
    ({ start_date, end_date }) => dayOf(start_date) <= chosen.end && dayOf(end_date) >= chosen.start,
  );
  for (const { coin, start_date, end_date } of touched.slice(0, SPANS_TOLD_MAX))
    notes.push(`${coin} has made-up prices from ${shortDate(start_date)} to ${shortDate(end_date)}`);
  if (touched.length > SPANS_TOLD_MAX)
    notes.push(`and ${touched.length - SPANS_TOLD_MAX} more spans of made-up prices`);
  return notes.length > 0 ? (
    <Text size="xs" className={classes.note ?? ''} role="note">
      {notes.join(' · ')}
    </Text>
  ) : null;
};

/** Everything that chooses the period. */
export const PeriodField = ({ candles }: { candles: DateRange | null }) => {
  const dispatch = useAppDispatch();
  const { startDate, endDate } = useAppSelector(selectSettings);
  const limits = limitsOf(candles);
  const wish: DayRange = { start: dayOf(startDate), end: dayOf(endDate) };
  const chosen = periodOf({ startDate, endDate }, candles);
  const choose = (range: DayRange) => {
    if (range.start !== chosen.start || range.end !== chosen.end) dispatch(rangeChosen(range));
  };
  const move = (handle: Handle) => (day: number) => choose(moveHandle(chosen, handle, day, limits));
  return (
    <fieldset className={classes.period}>
      <legend className={classes.legend}>Date range</legend>
      <Group gap="sm" mb={2}>
        <Button.Group>
          {QUICK_RANGES.map((name) => (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              onClick={() => choose(quickRange(name, dayOfInstant(Date.now()), limits))}
            >
              {name}
            </Button>
          ))}
        </Button.Group>
        <Group gap={6} wrap="nowrap">
          <DateField label="Start date" day={chosen.start} bounds={limits} onChoose={move('start')} />
          <Text size="xs" c="dimmed">
            to
          </Text>
          <DateField label="End date" day={chosen.end} bounds={limits} onChoose={move('end')} />
        </Group>
        <Text size="xs" fw={600}>
          {wholeNumber(chosen.end - chosen.start)} days
        </Text>
        <CandleNote range={candles} chosen={chosen} wish={wish} />
      </Group>
      <DateRangeSlider range={chosen} bounds={BOUNDS} limits={limits} onChange={choose} />
    </fieldset>
  );
};
