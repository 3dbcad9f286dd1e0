// How a day is typed, shown and given.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { DayInput } from './day-input.tsx';

const taken: string[] = [];

const Field = ({ initial }: { initial: string }) => {
  const [day, setDay] = useState(initial);
  return (
    <DayInput
      label="Last day"
      value={day}
      onChange={(next) => {
        taken.push(next);
        setDay(next);
      }}
    />
  );
};

const fieldWith = (initial: string) => {
  taken.length = 0;
  renderWeb(<Field initial={initial} />);
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Last day' });
};

test('a day is shown as days are everywhere, and given as it is sent', async () => {
  const field = fieldWith('2025-10-08');
  expect(field.value).toBe('8 Oct 2025');
  await userEvent.clear(field);
  await userEvent.type(field, '9 november 2025');
  expect(taken.at(-1)).toBe('2025-11-09');
  expect(field.value).toBe('9 november 2025');
  await userEvent.tab();
  expect(field.value).toBe('9 Nov 2025');
});

test('a day as it is sent can be typed too', async () => {
  const field = fieldWith('');
  await userEvent.type(field, '2026-01-31');
  await userEvent.tab();
  expect(field.value).toBe('31 Jan 2026');
});

test('text that is no day stays, for its form to refuse', async () => {
  const field = fieldWith('');
  await userEvent.type(field, '31 Feb 2026');
  await userEvent.tab();
  expect(taken.at(-1)).toBe('31 Feb 2026');
  expect(field.value).toBe('31 Feb 2026');
});
