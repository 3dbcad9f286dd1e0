// Statements: a month's days, all of its lines however many there are, and a file that opens anywhere.
import type { Statement, StatementLine } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { type DaySpan, daysOfMonth, halves, monthsSince, readLines, statementCsv } from './statement.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

test.each([
  ['2026-11', '2026-11-01', '2026-11-30'],
  ['2026-12', '2026-12-01', '2026-12-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
])('%s is %s to %s', (month, from, to) => {
  expect(daysOfMonth(month)).toEqual({ from, to });
});

test.each([
  ['2026-11-20T00:00:00Z', ['2026-11']],
  ['2026-11-01T00:00:00Z', ['2026-11']],
  ['2026-09-30T23:59:59Z', ['2026-11', '2026-10', '2026-09']],
  ['never', ['2026-11']],
])('since %s there are %j', (since, months) => {
  expect(monthsSince(since, NOW)).toEqual(months);
});

test('an old account is offered two years', () => {
  expect(monthsSince('2020-01-01T00:00:00Z', NOW)).toHaveLength(24);
});

test('a span is cut without gap or overlap; a day is not', () => {
  expect(halves({ from: '2026-11-01', to: '2026-11-30' })).toEqual([
    { from: '2026-11-01', to: '2026-11-15' },
    { from: '2026-11-16', to: '2026-11-30' },
  ]);
  expect(halves({ from: '2026-11-01', to: '2026-11-02' })).toEqual([
    { from: '2026-11-01', to: '2026-11-01' },
    { from: '2026-11-02', to: '2026-11-02' },
  ]);
  expect(halves({ from: '2026-11-01', to: '2026-11-01' })).toBeNull();
});

const line = (id: string, day: string): StatementLine => ({
  id,
  created_at: `${day}T12:00:00.000Z`,
  operation_type: 'backtest',
  operation_id: `run:${id}`,
  change: -0.366,
  reserved_change: 0,
  available_after: 9_999.634,
  reserved_after: 0,
  owed_after: 0,
});

/** A server that gives two lines at once. */
const serverWith =
  (all: readonly StatementLine[]) =>
  async ({ from, to }: DaySpan): Promise<Statement> => {
    const lines = all.filter(
      ({ created_at }) => created_at.slice(0, 10) >= from && created_at.slice(0, 10) <= to,
    );
    const none = { available: 0, reserved: 0 };
    return { from, to, opening: none, closing: none, lines: lines.slice(-2), truncated: lines.length > 2 };
  };

describe('more lines than the server gives at once', () => {
  test('are requested in parts, and come in order', async () => {
    const all = [
      line('1', '2026-11-01'),
      line('2', '2026-11-01'),
      line('3', '2026-11-14'),
      line('4', '2026-11-30'),
    ];
    expect(await readLines(daysOfMonth('2026-11'), serverWith(all))).toEqual({
      lines: all,
      isComplete: true,
    });
  });

  test('on one day: what is missing is not hidden', async () => {
    const all = ['1', '2', '3'].map((id) => line(id, '2026-11-05'));
    const { lines, isComplete } = await readLines(daysOfMonth('2026-11'), serverWith(all));
    expect({ ids: lines.map(({ id }) => id), isComplete }).toEqual({ ids: ['2', '3'], isComplete: false });
  });
});

test('the file has a header, plain numbers, and no formulas', () => {
  const hostile = { ...line('1', '2026-11-05'), operation_id: '=HYPERLINK("http://evil.example")' };
  expect(statementCsv([hostile])).toBe(
    'time_utc,operation,operation_id,change_vut,reserved_change_vut,available_after_vut,reserved_after_vut,booking_id,owed_after_vut\r\n' +
      '2026-11-05T12:00:00.000Z,backtest,"\'=HYPERLINK(""http://evil.example"")",-0.366,0,9999.634,0,1,0\r\n',
  );
});
