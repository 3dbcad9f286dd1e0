// Names in the list of chats: what may be given, what is suggested, what the filter finds.
import { expect, test } from 'vitest';
import { nameProblem } from './dialogs/name-problem.ts';
import { bareStrategyName, favoriteWords, matching, strategyOfFolder } from './names.ts';

// spec: chats.29
test.each([
  ['strategy_momentum.py', 'momentum'],
  ['strategy_strategy_a.py', 'strategy_a'],
  ['momentum.py', 'momentum'],
  ['strategy_v1.py.py', 'v1.py'],
  ['notes', 'notes'],
])('the suggestion for %s is %s', (filename, suggestion) => {
  expect(bareStrategyName(filename)).toBe(suggestion);
});

// spec: chats.26
test.each([
  ['', 'Name cannot be empty'],
  ['   ', 'Name cannot be empty'],
  ['x'.repeat(101), 'Name must be 100 characters or less'],
  ['a\u0007b', 'Name cannot contain invisible characters, or be . or ..'],
  ['trend', 'A backtest chat with this name already exists'],
  [' TREND ', 'A backtest chat with this name already exists'],
  ['x'.repeat(100), undefined],
  ['🚀 "quoted" / שלום', undefined],
  ['trend 2', undefined],
])('renaming a chat to %j: %s', (name, problem) => {
  expect(nameProblem(name, ['Trend'], 'CHAT_NAME_TAKEN')).toBe(problem);
});

test('a name that is taken is refused in the words for its kind', () => {
  expect(nameProblem('a', ['A'], 'STRATEGY_NAME_TAKEN')).toBe(
    'A strategy file with this name already exists',
  );
  expect(nameProblem('a', ['A'], 'FOLDER_NAME_TAKEN')).toBe(
    'A backtest folder with this name already exists',
  );
});

test('the filter finds chats by a part of their name, without case', () => {
  const chats = [{ name: 'Momentum' }, { name: 'Dual MOMENTUM' }, { name: 'Carry' }];
  expect(matching(chats, 'moment')).toEqual(chats.slice(0, 2));
  expect(matching(chats, '  ')).toBe(chats);
  expect(matching(chats, 'x')).toEqual([]);
});

test('names that differ only in how they are written are the same name', () => {
  expect(nameProblem('Cafe\u0301', ['CAF\u00c9'], 'CHAT_NAME_TAKEN')).toBeDefined();
});

// spec: chats.17
test("a run's folder shows its strategy and time, a renamed one its name", () => {
  const given = 'backtest_dual_momentum_20261121_184012_a-_9';
  for (const folder of [given, `${given}b-_2`, 'backtest_dual_momentum_20261121_184012_7'])
    expect(strategyOfFolder(folder)).toBe('dual momentum');
  expect(strategyOfFolder('Best one')).toBeUndefined();
  const favorite = { item_type: 'backtest_result', backtest_id: 'c1' } as const;
  expect(favoriteWords({ ...favorite, item_id: given })).toEqual({
    name: 'dual momentum',
    moment: '21 Nov 2026, 18:40 UTC',
  });
  expect(favoriteWords({ ...favorite, item_id: 'Best one' })).toEqual({ name: 'Best one', moment: null });
  expect(
    favoriteWords({ ...favorite, item_type: 'strategy', item_id: 'strategy_dual_momentum.py' }).name,
  ).toBe('dual momentum');
});
