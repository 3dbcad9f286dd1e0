// One end of the period as a date to type; taken over once it makes sense, and refused in words where it does not.
import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { type DayRange, dateOf, dayOf } from '../../lib/dates/date-range.ts';
import { shortDate } from '../../lib/format.ts';
import classes from './period-field.module.css';

type DateFieldProps = {
  label: string;
  day: number;
  /** The days that it may be: within the candles, and on its side of the other end. */
  bounds: DayRange;
  /** The days that have candles. */
  limits: DayRange;
  /** Why a day with candles is none of them. */
  isWrongSide: string;
  onChoose: (day: number) => void;
};

/** `over`: the day that stays until it makes sense. */
type Typed = { readonly text: string; readonly problem: string | null; readonly over: number };

const isWithin = (day: number, { start, end }: DayRange): boolean => day >= start && day <= end;

/** While a year is typed digit by digit the field holds dates far out of bounds: those wait until it is left. */
export const DateField = ({ label, day, bounds, limits, isWrongSide, onChoose }: DateFieldProps) => {
  const [kept, setKept] = useState<Typed | null>(null);
  // The typed text is over once another day is chosen elsewhere.
  const typed = kept?.over === day ? kept : null;
  const change = (text: string) => {
    const next = dayOf(text);
    const fits = isWithin(next, bounds);
    setKept(fits ? null : { text, problem: null, over: day });
    if (fits) onChoose(next);
  };
  const leave = () => {
    if (typed === null) return;
    const next = dayOf(typed.text);
    if (Number.isNaN(next)) return setKept(null);
    const outside = `Candles reach from ${shortDate(dateOf(limits.start))} to ${shortDate(dateOf(limits.end))}`;
    const why = isWithin(next, limits) ? isWrongSide : outside;
    setKept({ ...typed, problem: `${why}. It stays ${shortDate(dateOf(day))}.` });
  };
  return (
    <TextInput
      id={useId()}
      type="date"
      size="xs"
      classNames={{ input: classes.date ?? '' }}
      aria-label={label}
      min={dateOf(bounds.start)}
      max={dateOf(bounds.end)}
      value={typed?.text ?? dateOf(day)}
      error={typed?.problem}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
    />
  );
};
