// Which days a question about coins is about.
import { expect, test } from 'vitest';
import { askedPeriod } from './asked-period.ts';

const period = (text: string) => {
  const { from, to, isCut } = askedPeriod(text, '2025-09-15', '2025-10-08') ?? {};
  return from === undefined ? null : `${from} ${to}${isCut ? ' cut' : ''}`;
};

test.each([
  ['which coins moved least with BTC last year', '2024-01-01 2024-12-31'],
  ['best return for their risk in the last year?', '2024-09-16 2025-09-15'],
  ['compare ETH and SOL in 2024', '2024-01-01 2024-12-31'],
  ['from 2021 to 2023', '2021-01-01 2023-12-31'],
  ['in March 2024', '2024-03-01 2024-03-31'],
  ['Q1 2023', '2023-01-01 2023-03-31'],
  ['the second half of 2022', '2022-07-01 2022-12-31'],
  ['since June 2024', '2024-06-01 2025-09-15'],
  ['since 2023', '2023-01-01 2025-09-15'],
  ['over the last 90 days', '2025-06-18 2025-09-15'],
  ['in the past two weeks', '2025-09-02 2025-09-15'],
  ['last month', '2025-08-17 2025-09-15'],
  ['this year', '2025-01-01 2025-09-15'],
  ['in 2025', '2025-01-01 2025-09-15 cut'],
  ['in 2027', '2024-09-16 2025-09-15 cut'],
  ['between 2024-02-01 and 2024-05-31', '2024-02-01 2024-05-31'],
  ['in 2018', null],
  ['2018 to 2021', '2020-01-01 2021-12-31'],
  ['best momentum', null],
])('%j is about %s', (text, days) => {
  expect(period(text)).toBe(days);
});
