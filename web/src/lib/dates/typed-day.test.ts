// Days as they are typed.
import { expect, test } from 'vitest';
import { typedDay, writtenDay } from './typed-day.ts';

test.each([
  ['8 Oct 2025', '2025-10-08'],
  [' 08 october 2025 ', '2025-10-08'],
  ['2025-10-08', '2025-10-08'],
  ['29 Feb 2024', '2024-02-29'],
  ['29 Feb 2025', null],
  ['2025-02-31', null],
  ['10/08/2025', null],
  ['8 Foo 2025', null],
  ['', null],
])('%j is %j', (text, day) => {
  expect(typedDay(text)).toBe(day);
});

test('a day is written as everywhere on the screen, and what is none stays as it was typed', () => {
  expect(writtenDay('2025-10-08')).toBe('8 Oct 2025');
  expect(writtenDay('8 Foo')).toBe('8 Foo');
});
