// Completions while a strategy is written, asked for as the editor asks: at the end of the code up to the cursor.
import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { python } from '@codemirror/lang-python';
import { EditorState } from '@uiw/react-codemirror';
import { describe, expect, test } from 'vitest';
import { signatureOf } from './completion-entries.ts';
import { explainedAt } from './explained-name.ts';
import { importOf, STRATEGY_COMPLETION } from './sdk-completion.ts';

const stateOf = (code: string) => EditorState.create({ doc: code, extensions: python() });

/** The labels that are offered at the end of the code, in any order. */
const offered = async (code: string, explicit = false): Promise<string[]> => {
  const context = new CompletionContext(stateOf(code), code.length, explicit);
  const results = await Promise.all(STRATEGY_COMPLETION.map((source) => source(context)));
  return results
    .filter((result): result is CompletionResult => result !== null)
    .flatMap(({ options }) => options.map(({ label }) => label));
};

const BODY = 'def strategy(candles, settings):\n    ';

describe('offers', () => {
  test('the attributes of candles behind their dot, and nothing else there', async () => {
    const labels = await offered(`${BODY}x = candles.`);
    expect(labels).toEqual(
      expect.arrayContaining(['close', 'open', 'high', 'low', 'volume', 'index', 'coins', 'resample']),
    );
    expect(labels).not.toContain('rsi');
    expect(labels).not.toContain('print');
  });

  test.each([
    ['settings.', 'fees'],
    ['candles.close.', 'rolling'],
    ['candles.close.rolling(20).', 'mean'],
    ['macd(candles.close).', 'histogram'],
    ['candles.resample("1d").', 'close'],
  ])('behind %s also %s', async (code, label) => {
    expect(await offered(BODY + code)).toContain(label);
  });

  // spec: strategies.71
  test('the SDK, keywords, and names of the code while a word is typed', async () => {
    const labels = await offered(`${BODY}momentum = 3\n    r`);
    expect(labels).toEqual(
      expect.arrayContaining(['rsi', 'rebalance_every', 'return', 'momentum', 'candles']),
    );
  });

  test('the SDK in its import', async () => {
    expect(await offered('from tradeium_strategy import rsi, ')).toEqual(
      expect.arrayContaining(['sma', 'cap', 'Candles']),
    );
  });

  test('a whole strategy at the start of a line', async () => {
    expect(await offered('def s')).toContain('def strategy');
  });

  test('nothing in comments and texts, and no name of the SDK twice', async () => {
    expect(await offered(`${BODY}# candles.`)).toEqual([]);
    expect(await offered(`${BODY}x = "r`)).toEqual([]);
    const labels = await offered(`from tradeium_strategy import rsi\n\n${BODY}r`);
    expect(labels.filter((label) => label === 'rsi')).toHaveLength(1);
  });
});

describe('a name of the SDK is imported when it is chosen', () => {
  const imported = (code: string) => {
    const state = stateOf(code);
    const changes = importOf('rsi', state);
    return changes && state.update({ changes }).state.doc.toString();
  };

  test.each([
    ['from tradeium_strategy import sma\n', 'from tradeium_strategy import sma, rsi\n'],
    ['import numpy as np\n', 'from tradeium_strategy import rsi\nimport numpy as np\n'],
    ['"""Doc."""\n\nX = 1\n', '"""Doc."""\n\nfrom tradeium_strategy import rsi\n\n\nX = 1\n'],
    ['', 'from tradeium_strategy import rsi\n\n\n'],
    ['from tradeium_strategy import sma, rsi\n', null],
    ['from tradeium_strategy import (\n    rsi,\n    sma,\n)\n', null],
    ['from tradeium_strategy import *\n', null],
    ['def rsi(close):\n    return close\n', null],
  ])('%j becomes %j', (code, expected) => {
    expect(imported(code)).toBe(expected);
  });
});

describe('explains', () => {
  const explained = (code: string) => {
    const found = explainedAt(stateOf(code), code.length);
    return found && signatureOf(found.entry);
  };

  test.each([
    ['weights = rsi', 'rsi(close: DataFrame, bars: int = 14) -> DataFrame'],
    [`${BODY}candles.close`, 'close: DataFrame'],
    [`${BODY}candles.close.shift`, 'shift(periods=1) -> DataFrame'],
    ['x: Bands', 'class Bands'],
    ['# rsi', null],
    ['unknown', null],
    [`${BODY}candles.rsi`, null],
  ])('%j as %j', (code, signature) => {
    expect(explained(code)).toBe(signature);
  });
});
