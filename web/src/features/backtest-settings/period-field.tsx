// The period of the backtest: quick ranges, two dates, and the slider between them.
import { Button, Group, Text } from '@mantine/core';
import type { DateRange } from '@tradeium/contracts';
import { useAppDispatch, useAppSelector } from '../../app/store.ts';
import {
  type DayRange,
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
import { BOUNDS } from './settings.ts';
import { rangeChosen, selectSettings } from './settings-slice.ts';

const availableOf = (range: DateRange | null): DayRange | null =>
  range?.start_date && range.end_date ? { start: dayOf(range.start_date), end: dayOf(range.end_date) } : null;

/** What limits the period, in words: the coin with the fewest candles, and spans of made-up ones. */
const CandleNote = ({ range, chosen }: { range: DateRange | null; chosen: DayRange }) => {
  const available = availableOf(range);
  const notes: string[] = [];
  if (range?.start_date && available && available.start > BOUNDS.start)
    notes.push(
      `Candles start ${shortDate(range.start_date)}${range.limited_by ? ` (${range.limited_by})` : ''}`,
    );
  for (const { coin, start_date, end_date } of range?.synthetic ?? [])
    if (dayOf(start_date) <= chosen.end && dayOf(end_date) >= chosen.start)
      notes.push(`${coin} is synthetic ${shortDate(start_date)} to ${shortDate(end_date)}`);
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
  const chosen: DayRange = { start: dayOf(startDate), end: dayOf(endDate) };
  const choose = (range: DayRange) => {
    if (range.start !== chosen.start || range.end !== chosen.end) dispatch(rangeChosen(range));
  };
  const move = (handle: Handle) => (day: number) => choose(moveHandle(chosen, handle, day, BOUNDS));
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
              onClick={() => choose(quickRange(name, dayOfInstant(Date.now()), BOUNDS))}
            >
              {name}
            </Button>
          ))}
        </Button.Group>
        <Group gap={6} wrap="nowrap">
          <DateField label="Start date" day={chosen.start} bounds={BOUNDS} onChoose={move('start')} />
          <Text size="xs" c="dimmed">
            to
          </Text>
          <DateField label="End date" day={chosen.end} bounds={BOUNDS} onChoose={move('end')} />
        </Group>
        <Text size="xs" fw={600}>
          {wholeNumber(chosen.end - chosen.start)} days
        </Text>
        <CandleNote range={candles} chosen={chosen} />
      </Group>
      <DateRangeSlider range={chosen} bounds={BOUNDS} available={availableOf(candles)} onChange={choose} />
    </fieldset>
  );
};
