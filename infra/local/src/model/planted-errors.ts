// Mistakes on command, which the tools find and the demo model repairs.
import type { Fault } from './faults.ts';

const LAST_LINE = /^ {4}return (.*)$/m;

/** Only the strategy's own return, which is the last of the file. */
const changeReturn = (code: string, change: (returned: string) => string): string => {
  const begin = code.lastIndexOf('\ndef strategy(');
  return (
    code.slice(0, begin) + code.slice(begin).replace(LAST_LINE, (_, returned: string) => change(returned))
  );
};

const MISTAKES: Readonly<Partial<Record<Fault['name'], (code: string) => string>>> = {
  'syntax-error': (code) =>
    code.replace('def strategy(candles, settings):', 'def strategy(candles, settings)'),
  'too-much': (code) => changeReturn(code, () => '    return candles.close.notna().astype(float) * 0.9'),
  'look-ahead': (code) =>
    changeReturn(
      code,
      () =>
        // Under its own name it would be a local one, which code before it could not use.
        '    from tradeium_strategy import equal_weight as equally\n\n    return equally(candles.close.shift(-1) > candles.close)',
    ),
};

/** The code with the mistake that the faults name, or as it is. */
export const planted = (code: string, faults: readonly Fault[]): string => {
  const mistake = faults.map(({ name }) => MISTAKES[name]).find((change) => change !== undefined);
  return mistake ? mistake(code) : code;
};
