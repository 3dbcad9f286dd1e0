// Makes any strategy trade less: its own function gives the targets, and a new one decides when they are traded.

const DAYS = 28;
const STRATEGY = /^def strategy\(/m;
/** The strategy's function as earlier changes have left it. */
const TARGETS = /^def targets_\d+\(/gm;

/** The code with at most one trade in `days`. */
export const tradedLess = (code: string): { readonly code: string; readonly days: number } => {
  const turn = (code.match(TARGETS)?.length ?? 0) + 1;
  const days = DAYS * turn;
  const lines = [
    'def strategy(candles, settings):',
    `    # The same targets, traded every ${days} days. Days are counted from 1970, so that no start date shifts them.`,
    '    opens = candles.index + (candles.index[1] - candles.index[0])',
    '    days = (opens - pd.Timestamp(0, tz="UTC")) // pd.Timedelta(days=1)',
    `    is_due = (opens == opens.floor("D")) & (days % ${days} == 0)`,
    `    targets = targets_${turn}(candles, settings).ffill()`,
    '    return targets.where(pd.Series(is_due, index=candles.index), axis=0)',
  ];
  const renamed = code.trimEnd().replace(STRATEGY, `def targets_${turn}(`);
  const imported = /^import pandas as pd\b/m.test(code) ? '' : 'import pandas as pd\n\n\n';
  return { code: `${renamed}\n\n\n${imported}${lines.join('\n')}\n`, days };
};
