// Which central files name a service: the manifest does, and the others listed here. Everything else follows from it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SERVICE_NAMES } from '@tradeium/contracts';
import { expect, test } from 'vitest';

/** What a service brings along: its folder, its contract, its pages, its stories and measurements. */
const OF_A_SERVICE =
  /^(services|e2e|bench|docs|web\/src|libs\/contracts\/(golden|src\/(events|http)))\/|^libs\/contracts\/src\/[a-z-]*messages\.ts$|\.test\.tsx?$|\.md$/;
/** Made by tools. */
const MADE = ['package-lock.json'];

/** Central files that name a service, and why they may. A new service needs none but the first. */
const PLACES: Readonly<Record<string, string>> = {
  'libs/contracts/src/services.ts': 'the manifest',
  'gateway/src/call.ts': 'routes of accounts get to know the client behind a request',
  'gateway/src/session.ts': 'sessions are those of auth',
  'gateway/src/edge-under-test.ts': 'the same, in tests',
  'package.json': 'the table of exchanges is written beside trading, its only reader',
  'scripts/candles.ts': 'a tool of backtest',
  'scripts/candle-lines.ts': 'a tool of backtest',
  'scripts/library-results.ts': 'a tool of backtest',
  'scripts/ledger.ts': 'a tool of the ledger',
  'scripts/chaos.ts': 'a tool of trading',
  'scripts/exchange-table.ts': 'a tool of trading',
  'scripts/testnet.ts': 'a tool of trading',
  'scripts/verify.ts': 'a tool of trading',
  'scripts/evaluate.ts': 'a tool of the agents',
  'scripts/evaluation/evaluate-idea.ts': 'a tool of the agents',
  'scripts/evaluation/judge.ts': 'a tool of the agents, which runs backtests',
  'scripts/evaluation/made-up-candles.ts': 'a tool of the agents, which runs backtests',
  'scripts/evaluation/made-up-market.ts': 'a tool of the agents, which runs backtests',
  'scripts/generated-docs.ts': "the SDK's reference is part of the Strategy agent's prompt",
};

/** A service's name as a word of its own in quotes, or its folder. `Route['auth']` is a field. */
const NAMES = new RegExp(
  `(?<!\\[)['"](${SERVICE_NAMES.join('|')})['"]|services/(${SERVICE_NAMES.join('|')})\\b`,
);

test('no central file names a service but those that must', () => {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const central = tracked
    .split('\n')
    .filter((path) => path && !OF_A_SERVICE.test(path) && !MADE.includes(path));
  const text = (path: string) =>
    /\.(ts|tsx|mjs|json|yml)$|^[^.]*$|^\.ci\//.test(path) ? readFileSync(path, 'utf8') : '';
  expect(central.filter((path) => NAMES.test(text(path))).sort()).toEqual(Object.keys(PLACES).sort());
});
