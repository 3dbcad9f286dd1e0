// The table of routes is complete and consistent, and bad input is refused with codes of the catalogue.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ERRORS } from './errors/errors.ts';
import { NO_MANDATE } from './events/trading.ts';
import type { Route } from './http/route.ts';
import { inputPlaceOf, refusalOfIssues } from './http/route.ts';
import { messageOf, messageOfRoute, ROUTES, type RouteName, subjectOfMessage } from './http.ts';
import { exportOf, MESSAGES } from './messages/messages.ts';
import { operationsOf } from './operations.ts';
import { SERVICE_NAMES } from './services.ts';

const routes = Object.entries(ROUTES) as [RouteName, Route][];

describe('every route', () => {
  test('has its own method and path', () => {
    const addresses = routes.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test.each(routes)(
    '%s takes its path parameters as input, and knows its errors',
    (_, { path, input, errors }) => {
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const { properties = {} } = z.toJSONSchema(input, { io: 'input' }) as {
        properties?: Record<string, unknown>;
      };
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(parameters));
      for (const code of errors) expect(ERRORS).toHaveProperty(code);
    },
  );
});

/** Words of commands that end something. */
const ENDING = /^(switch\w+Off|stop|cancel|revoke|delete|remove|logout)/;

test.each(routes.filter(([name, { kind }]) => ENDING.test(name) && kind === 'command'))(
  '%s is answered whatever its user has used up of the day',
  (_, { budgets }) => expect(budgets).toBe(Number.POSITIVE_INFINITY),
);

test.each([
  'sellToUsdt',
  'changeMandate',
  'updateProfile',
  'prepareSecondFactor',
  'enableSecondFactor',
] as const)('%s protects its user, and is answered up to two budgets of the day', (name) =>
  expect(ROUTES[name].budgets).toBe(2),
);

test('a route becomes a command or query named after it', () => {
  expect(subjectOfMessage(messageOf('renameChat'))).toBe('cmd.backtest.rename-chat');
  expect(subjectOfMessage(messageOf('getCommonDateRange'))).toBe('query.backtest.get-common-date-range');
  expect(() => messageOf('getMe')).toThrow();
});

describe('the bus', () => {
  const internal = [
    ...Object.values(MESSAGES),
    ...SERVICE_NAMES.flatMap((service) => [exportOf(service), ...Object.values(operationsOf(service))]),
  ];

  test('gives every message its own subject, whichever service answers a route in the end', () => {
    const ofRoutes = routes.flatMap(([name, route]) => {
      return route.service === 'gateway' ? [] : [messageOfRoute(name, route)];
    });
    const subjects = [...ofRoutes, ...internal].map(subjectOfMessage);
    expect(subjects.filter((subject, index) => subjects.indexOf(subject) !== index)).toEqual([]);
  });

  test.each(Object.entries(MESSAGES))('calls the message %s by its name', (key, { name }) => {
    expect(name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())).toBe(key);
  });
});

test.each([
  ['GET', 'query'],
  ['DELETE', 'query'],
  ['POST', 'body'],
  ['PUT', 'body'],
  ['PATCH', 'body'],
] as const)('the fields of a %s are in its %s', (method, place) => {
  expect(inputPlaceOf({ method })).toBe(place);
});

test('a message that is a code with words names the field and the problem', () => {
  const refusal = (input: object) => {
    const parsed = ROUTES.priceStudy.input.safeParse({ ...study, ...input });
    return parsed.success ? null : refusalOfIssues(parsed.error);
  };
  const fees = { values: Array.from({ length: 51 }, (_, at) => at / 1_000) };
  const windows = { kind: 'rolling', train_bars: 19, test_bars: 5, metric: 'cagr' };
  const problemsOf = [
    [{ settings: { fees } }, 'STUDY_AXIS_INVALID', 'settings.fees.values: at most 50 values'],
    [
      { settings: { fees: { values: [0.2] } } },
      'STUDY_AXIS_INVALID',
      'settings.fees.values.0: a number from 0 to 0.1',
    ],
    [
      { parameters: { lookback: { min: 1, max: 2, step: 0 } } },
      'STUDY_AXIS_INVALID',
      'parameters.lookback.step: a number above 0',
    ],
    [{ walk_forward: windows }, 'STUDY_WINDOWS_INVALID', 'walk_forward.train_bars: at least 20 bars'],
  ] as const;
  for (const [input, refused, problem] of problemsOf)
    expect(refusal(input)).toEqual({ refused, data: { problem } });
});

const refusalFor = (name: RouteName, input: unknown) => {
  const parsed = (ROUTES[name] as Route).input.safeParse(input);
  return parsed.success ? null : refusalOfIssues(parsed.error).refused;
};

const study = {
  backtest_id: 'c1',
  fees: 0.001,
  portfolio: ['USDT', 'BTC'],
  start_date: '2024-01-01',
  end_date: '2024-12-31',
  timeframe: '24h',
  focused_strategy: 'strategy_0',
  method: 'grid',
  parameters: { lookback: { values: [1, 2] } },
};

describe('input', () => {
  const run = {
    backtest_id: 'c1',
    fees: 0.001,
    portfolio: ['USDT', 'BTC'],
    start_date: '2024-01-01',
    end_date: '2024-12-31',
    timeframe: '24h',
    focused_strategy: 'strategy_0',
  };

  const mandate = { id: 'c1', ...NO_MANDATE };
  const deployment = { backtest_session_id: 'c1', backtest_folder_name: 'backtest_a' };
  const candles = { id: 'c1', folderName: 'a', coin: 'BTC' };
  const token = { name: 'My assistant', scopes: ['read', 'run'], days: 30, password: 'secret' };

  // spec: decisions.23
  test.each([
    ['register', { email: 'ann@example.com', password: 'secret' }, null],
    ['register', { password: 'secret' }, 'EMAIL_REQUIRED'],
    ['register', { email: 'ann', password: 'secret' }, 'EMAIL_INVALID'],
    ['register', { email: 'a<b@example.com', password: 'secret' }, 'EMAIL_INVALID'],
    ['register', { email: 'a\u0000b@example.com', password: 'secret' }, 'EMAIL_INVALID'],
    ['register', { email: { $gt: '' }, password: 'secret' }, 'EMAIL_REQUIRED'],
    ['register', { email: 'ann@example.com', password: '12345' }, 'PASSWORD_TOO_SHORT'],
    ['register', { email: 'ann@example.com', password: 'x'.repeat(257) }, 'PASSWORD_TOO_LONG'],
    ['register', { email: 'ann@example.com', password: 'secret', admin: true }, 'INVALID_REQUEST'],
    ['login', { email: ' ', password: 'x' }, 'LOGIN_NAME_REQUIRED'],
    ['login', { email: 'ab', password: 'x' }, 'LOGIN_NAME_INVALID'],
    ['login', { email: 'ann', password: '' }, 'PASSWORD_REQUIRED'],
    ['verifyEmail', {}, 'VERIFICATION_TOKEN_MISSING'],
    ['changeMandate', { ...mandate, order_max_usdt: 0 }, 'MANDATE_INVALID'],
    ['changeMandate', { ...mandate, drawdown_stop_percent: 101 }, 'MANDATE_INVALID'],
    ['changeMandate', { ...mandate, coins: ['NOPE'] }, 'MANDATE_COINS_INVALID'],
    ['changeMandate', { ...mandate, coins: [] }, 'MANDATE_COINS_INVALID'],
    ['changeMandate', { ...mandate, coins: ['BTC'] }, null],
    ['changeMandate', { ...mandate, coins: ['BTC', 'ETH', 'BTC'] }, 'MANDATE_COINS_INVALID'],
    [
      'saveDeployment',
      { ...deployment, mandate: { ...NO_MANDATE, coins: ['BTC', 'BTC'] } },
      'MANDATE_COINS_INVALID',
    ],
    ['sellToUsdt', { id: 'c1', coins: ['BTC', 'ETH'] }, null],
    ['sellToUsdt', { id: 'c1', coins: ['BTC', 'BTC'] }, 'COIN_REPEATED'],
    ['previewSell', { id: 'c1', coins: ['BTC', 'BTC'] }, 'COIN_REPEATED'],
    ['getCommonDateRange', { coins: ['BTC', 'ETH'], timeframe: '24h' }, null],
    ['getCommonDateRange', { coins: ['BTC', 'ETH', 'BTC'], timeframe: '24h' }, 'COIN_REPEATED'],
    ['createAccessToken', token, null],
    ['createAccessToken', { ...token, scopes: ['read', 'run', 'read'] }, 'ACCESS_SCOPE_REPEATED'],
    ['createChat', { name: '' }, 'CHAT_NAME_REQUIRED'],
    ['createChat', { name: 'ab' }, 'CHAT_NAME_TOO_SHORT'],
    ['createChat', { name: 'x'.repeat(51) }, 'CHAT_NAME_TOO_LONG'],
    ['createChat', { name: '  Momentum ' }, null],
    ['renameChat', { id: 'c1', name: ' ' }, 'NAME_REQUIRED'],
    ['renameChat', { id: 'c1', name: 'x'.repeat(101) }, 'NAME_TOO_LONG'],
    ['renameChat', { id: 'c1', name: 'x'.repeat(100) }, null],
    ['renameChat', { id: 'c1', name: '🚀 "a" / שלום عالم 👩‍🚀' }, null],
    ['renameChat', { id: 'c1', name: 'a\u0000b' }, 'NAME_INVALID'],
    ['renameChat', { id: 'c1', name: 'a\u202eb' }, 'NAME_INVALID'],
    ['renameChat', { id: 'c1', name: 'half of \ud83d' }, 'NAME_INVALID'],
    ...['a\u0000bc', 'a\u202ebc', 'abc\ud83d', 'abc\u200e', 'abc\u200f', 'abc\u061c', 'a\u00adbc'].map(
      (name) => ['createChat', { name }, 'NAME_INVALID'] as const,
    ),
    ...[
      '\u200d\u200c\u200d',
      '\u3164\u3164\u3164',
      '\u2800 \u2800',
      '\u0301\u0301\u0301',
      '\ufe0f\u200d\ufe0f',
    ].flatMap(
      (name) =>
        [
          ['createChat', { name }, 'NAME_INVALID'],
          ['renameChat', { id: 'c1', name }, 'NAME_INVALID'],
        ] as const,
    ),
    ...['abc\u2060', 'a\u{e0061}bc', '🏴\u{e0061}\u{e007f} b', 'a\ufeffb', 'a\ufffab'].map(
      (name) => ['renameChat', { id: 'c1', name }, 'NAME_INVALID'] as const,
    ),
    ...['👩‍🚀 ❤️ 👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🇩🇪 1️⃣', 'می‌خواهم', 'क्‍ष कक', 'ᠠ᠋ᠡᠢ', '葛󠄀 葛 城', 'e\u0301te\u0301'].flatMap(
      (name) =>
        [
          ['createChat', { name }, null],
          ['renameChat', { id: 'c1', name }, null],
        ] as const,
    ),
    ['renameFolder', { id: 'c1', folderName: 'a', new_name: '..' }, 'NAME_INVALID'],
    ['renameFolder', { id: 'c1', folderName: 'a', new_name: '...' }, null],
    ['saveNotes', { id: 'c1', folderName: 'a', notes: 'x'.repeat(10_001) }, 'NOTES_TOO_LONG'],
    ['saveNotes', { id: 'c1', folderName: 'a', notes: '' }, null],
    ...['', ' ', '0x10', '1e3', '1.5', '+1', ['1']].flatMap((text) => [
      ['readCoinCandles', { ...candles, from_ms: text }, 'INVALID_REQUEST'] as const,
      ['readCoinCandles', { ...candles, until_ms: text }, 'INVALID_REQUEST'] as const,
      ['readCoinCandles', { ...candles, at_most: text }, 'INVALID_REQUEST'] as const,
    ]),
    ['readCoinCandles', { ...candles, from_ms: '-5', until_ms: '1735689600000', at_most: '100' }, null],
    ['readCoinCandles', { ...candles, from_ms: 5, until_ms: 1735689600000, at_most: 100 }, null],
    ['readCoinCandles', candles, null],
    ['deleteChat', { id: '../../etc' }, 'INVALID_REQUEST'],
    ['applyStrategy', { id: 'c1', strategy_code: ' \n' }, 'STRATEGY_CODE_REQUIRED'],
    ['applyStrategy', { id: 'c1', strategy_code: '\uFEFF\n' }, 'STRATEGY_CODE_REQUIRED'],
    ['applyStrategy', { id: 'c1', strategy_code: 'ü'.repeat(140_000) }, 'STRATEGY_CODE_TOO_LARGE'],
    [
      'replaceStrategy',
      { id: 'c1', strategy_code: 'x', selected_item: 'folder-1' },
      'SELECTED_STRATEGY_REQUIRED',
    ],
    ['executeBacktest', run, null],
    ['executeBacktest', { ...run, start_date: '2025-01-01' }, 'DATE_RANGE_INVALID'],
    ['executeBacktest', { ...run, start_date: '2024-02-30' }, 'DATE_NOT_IN_CALENDAR'],
    ['executeBacktest', { ...run, start_date: '30.2.2024' }, 'DATE_INVALID'],
    ['executeBacktest', { ...run, start_date: 1 }, 'DATE_INVALID'],
    ['executeBacktest', { ...run, fees: 0.2 }, 'FEES_INVALID'],
    ['executeBacktest', { ...run, fees: Number.NaN }, 'FEES_INVALID'],
    ['executeBacktest', { ...run, fees: '0.1' }, 'FEES_INVALID'],
    ['executeBacktest', { ...run, starting_capital: 0 }, 'STARTING_CAPITAL_INVALID'],
    ['executeBacktest', { ...run, starting_capital: '5000' }, 'STARTING_CAPITAL_INVALID'],
    ['executeBacktest', { ...run, starting_capital: 1e10 }, 'STARTING_CAPITAL_INVALID'],
    ['executeBacktest', { ...run, slippage: -0.001 }, 'SLIPPAGE_INVALID'],
    ['executeBacktest', { ...run, slippage: 0.2 }, 'SLIPPAGE_INVALID'],
    ['executeBacktest', { ...run, drift_band_percent: 51 }, 'DRIFT_BAND_INVALID'],
    ['executeBacktest', { ...run, drift_band_percent: '5' }, 'DRIFT_BAND_INVALID'],
    ['executeBacktest', { ...run, drift_band_percent: 5, drift_band_to: 'middle' }, 'INVALID_REQUEST'],
    ['executeBacktest', { ...run, rebalance_every: 'monthly' }, null],
    ['executeBacktest', { ...run, rebalance_every: 'yearly' }, 'REBALANCE_EVERY_INVALID'],
    ['executeBacktest', { ...run, portfolio: ['USDT'] }, 'PORTFOLIO_INVALID'],
    ['executeBacktest', { ...run, portfolio: ['USDT', 'ETH'] }, 'PORTFOLIO_INVALID'],
    ['executeBacktest', { ...run, portfolio: ['USDT', 'BTC', 'BTC'] }, 'PORTFOLIO_INVALID'],
    ['executeBacktest', { ...run, timeframe: '5m' }, 'INVALID_REQUEST'],
    ['executeBacktest', { ...run, focused_strategy: '' }, 'STRATEGY_REQUIRED'],
  ] as const)('%s %j: %s', (name, input, expected) => {
    expect(refusalFor(name, input)).toBe(expected);
  });
});

test.each([undefined, null, false])('a flag of exchange keys that is %s is not set', (is_testnet) => {
  const keys = { exchange: 'binance', api_key: 'key', api_secret: 'secret' };
  expect(ROUTES.saveApiKeys.input.parse({ ...keys, is_testnet, is_same_account: is_testnet })).toEqual({
    ...keys,
    is_testnet: false,
    is_same_account: false,
  });
});

test('one byte order mark before a code is dropped, and no more', () => {
  const input = ROUTES.applyStrategy.input;
  const codeOf = (strategy_code: string) => input.parse({ id: 'c1', strategy_code });
  expect(codeOf('\uFEFFx = 1')).toMatchObject({ strategy_code: 'x = 1' });
  expect(codeOf('\uFEFF\uFEFFx = 1')).toMatchObject({ strategy_code: '\uFEFFx = 1' });
});
