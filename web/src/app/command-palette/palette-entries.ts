// The offers of the command palette: actions, chats, strategies and results, and which of them fit what is typed.
import type { Chat, SessionFile } from '@tradeium/contracts';
import { filesOfType } from '../../features/backtest-chats/files-of-type.ts';
import { withSearch } from '../../lib/address.ts';
import type { Command } from '../../lib/commands/use-command.ts';
import { type Item, itemKeyOf, runsOfItem } from '../../lib/item-key.ts';
import { criticalWords, figureWords, listDifferences, resultName, runWords } from '../../lib/result-facts.ts';

export type PaletteEntry = {
  readonly id: string;
  readonly group: 'Actions' | 'Chats' | 'Strategies' | 'Results';
  readonly name: string;
  readonly detail: string;
  /** Other words that it is looked for by. */
  readonly also?: string;
  /** The keys that do the same. */
  readonly keys?: string;
  /** Where it leads, or what it does. */
  readonly choice: string | (() => void);
};

/** More cannot be read, and what is looked for is typed. */
export const ENTRIES_SHOWN_MAX = 40;

const WORKSPACE = '/app/backtest';

const pathOf = (chatId: string, item: Item | null): string => {
  const search = new URLSearchParams({ chat: chatId });
  if (item) search.set('item', itemKeyOf(item));
  const runs = item && runsOfItem(item);
  if (runs) search.set('run', runs);
  return withSearch(WORKSPACE, search);
};

type Differences = ReturnType<typeof listDifferences>;

const ofChat = (chat: Chat, files: readonly SessionFile[], differences: Differences): PaletteEntry[] => {
  const strategies = filesOfType(files, 'strategy').map(
    (file, index): PaletteEntry => ({
      id: `strategy/${chat.id}/${file.filename}`,
      group: 'Strategies',
      name: file.display_name,
      detail: chat.name,
      choice: pathOf(chat.id, { kind: 'strategy', index }),
    }),
  );
  const results = filesOfType(files, 'backtest_folder')
    .map((file, index): PaletteEntry => {
      const { run_id: run, result } = file;
      const name = resultName(file);
      const strategy = result && result.strategy !== name ? [result.strategy] : [];
      const critical = criticalWords(result?.critical_findings);
      const facts = result
        ? [...strategy, figureWords(result), critical, runWords(result), differences.get(file)]
        : [];
      return {
        id: `result/${chat.id}/${run ?? file.filename}`,
        group: 'Results',
        name,
        detail: [...facts, chat.name].filter(Boolean).join(' · '),
        choice: pathOf(chat.id, { kind: 'folder', index, ...(run !== null && { run }) }),
      };
    })
    .reverse();
  return [...strategies, ...results];
};

const linkTo = (name: string, path: string, also = '', detail = ''): PaletteEntry => ({
  id: `action/${name}`,
  group: 'Actions',
  name,
  detail,
  also,
  choice: path,
});

const linksIn = (chat: Chat): PaletteEntry[] => {
  const to = (name: string, item: Item, also: string) => linkTo(name, pathOf(chat.id, item), also, chat.name);
  return [
    ...(chat.settings.tradeium_private
      ? []
      : [
          to('New strategy', { kind: 'new-strategy' }, 'write create'),
          to('Strategy library', { kind: 'library' }, 'open examples'),
        ]),
    to('All results and studies', { kind: 'results' }, 'compare results'),
  ];
};

const PAGES: readonly PaletteEntry[] = [
  linkTo('Go to Backtest', WORKSPACE, 'workspace chats'),
  linkTo('Go to Trading', '/app/trading', 'live trading positions deployment'),
  linkTo('Go to Credits', '/app/credits', 'buy vut balance cost'),
  linkTo('Go to Profile', '/app/profile', 'account password'),
  linkTo('Connect an assistant', '/assistants', 'docs mcp token'),
];

/** Only operators see it; the server decides whether it opens. */
const ADMIN = linkTo('Go to Admin', '/admin', 'dashboard users payments usage audit system operator');

const doing = ({ name, also = '', keys, run }: Command): PaletteEntry => ({
  id: `action/${name}`,
  group: 'Actions',
  name,
  detail: '',
  also,
  ...(keys !== undefined && { keys }),
  choice: run,
});

type Known = {
  readonly chats: readonly Chat[];
  readonly files: ReadonlyMap<string, readonly SessionFile[]>;
  /** The chat that is shown. */
  readonly chatId: string | null;
  readonly isOperator?: boolean;
  /** The commands of the page that is shown, and those that can be used anywhere. */
  readonly commands: { readonly page: readonly Command[]; readonly app: readonly Command[] };
};

/** Everything that can be reached; what belongs to the shown chat comes first in its group. */
export const paletteEntries = ({ chats, files, chatId, isOperator, commands }: Known): PaletteEntry[] => {
  const shown = chats.find(({ id }) => id === chatId);
  const ordered = shown ? [shown, ...chats.filter((chat) => chat !== shown)] : chats;
  const differences = listDifferences(ordered.flatMap((chat) => files.get(chat.id) ?? []));
  const inChats = ordered.flatMap((chat) => ofChat(chat, files.get(chat.id) ?? [], differences));
  const ofGroup = (group: PaletteEntry['group']) => inChats.filter((entry) => entry.group === group);
  return [
    ...commands.page.map(doing),
    ...(shown ? linksIn(shown) : []),
    ...PAGES,
    ...(isOperator ? [ADMIN] : []),
    ...commands.app.map(doing),
    ...ordered.map(
      (chat): PaletteEntry => ({
        id: `chat/${chat.id}`,
        group: 'Chats',
        name: chat.name,
        detail: '',
        choice: pathOf(chat.id, null),
      }),
    ),
    ...ofGroup('Strategies'),
    ...ofGroup('Results'),
  ];
};

/** Those in which every typed word occurs, a name that begins with what is typed before the others. */
export const fittingEntries = (entries: readonly PaletteEntry[], typed: string): PaletteEntry[] => {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = entries.filter(({ group, name, detail, also = '' }) => {
    const text = `${group} ${name} ${detail} ${also}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const begins = ({ name }: PaletteEntry) => name.toLowerCase().startsWith(wanted[0] ?? '');
  return [...fits.filter(begins), ...fits.filter((entry) => !begins(entry))].slice(0, ENTRIES_SHOWN_MAX);
};
