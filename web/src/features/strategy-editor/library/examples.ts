// The examples of the strategy library: each file's docstring says what it is, when it fails, and where it comes from.
import calendar from './examples/calendar.py?raw';
import donchian from './examples/donchian.py?raw';
import dualMomentum from './examples/dual_momentum.py?raw';
import equalWeight from './examples/equal_weight.py?raw';
import meanReversion from './examples/mean_reversion.py?raw';
import minimumVariance from './examples/minimum_variance.py?raw';
import momentum from './examples/momentum.py?raw';
import riskParity from './examples/risk_parity.py?raw';
import rsi from './examples/rsi.py?raw';
import volatilityTarget from './examples/volatility_target.py?raw';

export type Example = {
  /** The file's name without its ending. */
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly failsWhen: string;
  readonly source: string;
  readonly code: string;
};

const DOCSTRING = /^"""(.*?)"""/s;
const FAILS_WHEN = 'Fails when: ';
const SOURCE = 'Source: ';

/** Reads the docstring: a title, what it is, when it fails, and its source, with an empty line between them. */
export const exampleOf = (id: string, code: string): Example => {
  const paragraphs = (DOCSTRING.exec(code)?.[1] ?? '')
    .trim()
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll('\n', ' '));
  const labelled = (label: string): string => {
    const found = paragraphs.find((paragraph) => paragraph.startsWith(label))?.slice(label.length) ?? '';
    return `${found.charAt(0).toUpperCase()}${found.slice(1)}`;
  };
  const [title = '', what = ''] = paragraphs;
  return { id, title, what, failsWhen: labelled(FAILS_WHEN), source: labelled(SOURCE), code };
};

/** Trends first, then reversals, then ways to share out the capital. */
export const EXAMPLES: readonly Example[] = [
  exampleOf('momentum', momentum),
  exampleOf('dual_momentum', dualMomentum),
  exampleOf('donchian', donchian),
  exampleOf('mean_reversion', meanReversion),
  exampleOf('rsi', rsi),
  exampleOf('calendar', calendar),
  exampleOf('equal_weight', equalWeight),
  exampleOf('risk_parity', riskParity),
  exampleOf('minimum_variance', minimumVariance),
  exampleOf('volatility_target', volatilityTarget),
];
