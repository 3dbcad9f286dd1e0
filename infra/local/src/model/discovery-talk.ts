// The Discovery agent's part: looks up the statistics of the coins and suggests ideas that rest on them.
import { type Answer, call, say } from './answer.ts';
import type { AnsweredCall, Conversation } from './conversation.ts';
import { decimal, percent } from './figures.ts';
import { intentOf } from './intent.ts';

const STATISTICS = 'coin_statistics';

type Row = Readonly<Record<string, unknown>> & { readonly coin: string };

/** Figures by what their names contain, as tools name them. */
const MEASURES = { momentum: /momentum|return/i, volatility: /volatility/i, drawdown: /drawdown/i } as const;

/** The next thing to say or do. */
export const talkOfIdeas = ({ asked, calls, tools }: Conversation): Answer => {
  const intent = intentOf(asked);
  if (intent.kind === 'impossible') return say(`No, that is no idea for this place. ${intent.reason}`);
  const statistics = calls.find(({ name }) => name === STATISTICS);
  if (!statistics && tools.has(STATISTICS))
    return call('I look at how the coins of your settings have done.', STATISTICS, inputFrom(asked));
  const rows = statistics && !statistics.failed ? rowsOf(statistics) : [];
  if (rows.length === 0)
    return say(
      statistics
        ? 'The statistics cannot be had now, so these ideas rest on no data.'
        : 'These ideas rest on no data.',
      ideasOf([]),
    );
  return say(
    tableOf(rows),
    ideasOf(rows),
    'Hand one over to the Strategy agent, and it writes and tests it.',
  );
};

/** Coins that the newest message names, as tickers. */
const inputFrom = (asked: readonly string[]): Record<string, unknown> => {
  const coins = [...new Set((asked.at(-1) ?? '').match(/\b[A-Z]{3,5}\b/g) ?? [])].filter(
    (name) => !['RSI', 'USDT', 'THE', 'AND'].includes(name),
  );
  return coins.length > 0 ? { coins } : {};
};

const rowsOf = ({ fields, answer }: AnsweredCall): Row[] => {
  const lists = [fields, ...Object.values(fields)].flatMap((value) => {
    if (Array.isArray(value)) return [value];
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return [entries.map(([coin, row]) => (typeof row === 'object' ? { coin, ...row } : {}))];
  });
  const bare: unknown = answer.trimStart().startsWith('[') ? JSON.parse(answer) : [];
  return [bare, ...lists].flatMap((list) =>
    (Array.isArray(list) ? list : []).filter(
      (row): row is Row =>
        typeof row?.coin === 'string' && Object.values(row).some((value) => typeof value === 'number'),
    ),
  );
};

const measure = (row: Row, name: RegExp): number | undefined =>
  Object.entries(row).find(
    (entry): entry is [string, number] => name.test(entry[0]) && typeof entry[1] === 'number',
  )?.[1];

const tableOf = (rows: readonly Row[]): string => {
  const shown = Object.entries(MEASURES).filter(([, name]) =>
    rows.some((row) => measure(row, name) !== undefined),
  );
  return [
    `| Coin | ${shown.map(([title]) => title).join(' | ')} |`,
    `|---|${shown.map(() => '---:').join('|')}|`,
    ...rows.slice(0, 20).map((row) => {
      const cells = shown.map(([, name]) => {
        const value = measure(row, name);
        return value === undefined ? '–' : percent(value);
      });
      return `| ${row.coin} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');
};

const ideasOf = (rows: readonly Row[]): string => {
  const by = (name: RegExp): readonly (readonly [string, number])[] =>
    rows
      .flatMap((row) => {
        const value = measure(row, name);
        return value === undefined ? [] : [[row.coin, value] as const];
      })
      .sort((a, b) => b[1] - a[1]);
  const [strong, wild] = [by(MEASURES.momentum), by(MEASURES.volatility)];
  const spread = wild.length > 1 ? (wild[0]?.[1] ?? 0) / (wild.at(-1)?.[1] || 1) : undefined;
  const evidence = {
    momentum: strong[0] ? ` ${strong[0][0]} leads with ${percent(strong[0][1])}.` : '',
    risk: spread ? ` ${wild[0]?.[0]} moves ${decimal(spread)} times as much as ${wild.at(-1)?.[0]}.` : '',
    fall:
      strong.length > 0
        ? ` ${strong.filter(([, value]) => value < 0).length} of ${strong.length} coins fell.`
        : '',
  };
  return [
    `1. **Follow the leaders**: the top 3 coins by momentum over 60 days, rebalanced weekly.${evidence.momentum}`,
    `2. **Share out the risk**: risk parity over 60 days, rebalanced weekly.${evidence.risk}`,
    `3. **Stay out of falls**: momentum over 30 days with a stop at 15 %.${evidence.fall}`,
  ].join('\n');
};
