// A field for a day, written as days are everywhere on the screen, with the browser's calendar to choose it from.
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, useRef, useState } from 'react';
import { typedDay, writtenDay } from '../../lib/dates/typed-day.ts';
import classes from './day-input.module.css';

type DayInputProps = Omit<TextInputProps, 'label' | 'value' | 'onChange' | 'type'> & {
  label: string;
  /** `2025-10-08`, empty for no day, or typed text that is none. */
  value?: string;
  onChange?: (value: string) => void;
};

export const DayInput = ({ label, value = '', onChange, onBlur, ...input }: DayInputProps) => {
  // A day that is being typed stays as it is until the field is left.
  const [typed, setTyped] = useState<string | null>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const take = (text: string) => onChange?.(typedDay(text) ?? text.trim());
  return (
    <TextInput
      {...input}
      label={label}
      placeholder={`31 Dec ${new Date().getFullYear() + 1}`}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? writtenDay(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        take(currentTarget.value);
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setTyped(null);
        onBlur?.(event);
      }}
      rightSection={
        <>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            className={classes.calendar}
            value={typedDay(value) ?? ''}
            onChange={({ currentTarget }) => take(currentTarget.value)}
          />
          <ActionIcon
            size={28}
            aria-label={`Choose from a calendar: ${label}`}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  );
};
