// One end of the period as a date to type; taken over once it makes sense.
import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { type DayRange, dateOf, dayOf } from '../../lib/date-range.ts';
import classes from './period-field.module.css';

type DateFieldProps = { label: string; day: number; bounds: DayRange; onChoose: (day: number) => void };

/** While a year is typed digit by digit the field holds dates far out of bounds: those wait until it is left. */
export const DateField = ({ label, day, bounds, onChoose }: DateFieldProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string) => {
    const next = dayOf(text);
    const fits = next >= bounds.start && next <= bounds.end;
    setTyped(fits ? null : text);
    if (fits) onChoose(next);
  };
  const leave = () => {
    if (typed === null) return;
    const next = dayOf(typed);
    setTyped(null);
    if (!Number.isNaN(next)) onChoose(next);
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
      value={typed ?? dateOf(day)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
    />
  );
};
