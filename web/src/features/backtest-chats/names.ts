// Names of chats, strategy files and folders as the list shows and finds them.
import type { Favorite } from '@tradeium/contracts';
import { utcDateTime } from '../../lib/format.ts';

/** A strategy file's name without what every such file's name has: `strategy_` and `.py`. */
export const bareStrategyName = (filename: string): string =>
  filename.replace(/^strategy_/, '').replace(/\.py$/, '');

/** A run's own name for its folder: the strategy, the moment (UTC), the end of the run's id. */
const RUN_FOLDER = /^backtest_(.+)_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)\d\d_[\w-]{1,8}$/;

/** The strategy that a result folder is of, as long as it has the name that its run gave it. */
export const strategyOfFolder = (folderName: string): string | undefined =>
  RUN_FOLDER.exec(folderName)?.[1]?.replaceAll('_', ' ');

/** A favourite in few words: of a strategy file its name, of a run's folder its strategy, and the moment of the run. */
export const favoriteWords = ({ item_type, item_id }: Favorite): { name: string; moment: string | null } => {
  if (item_type === 'strategy') return { name: bareStrategyName(item_id).replaceAll('_', ' '), moment: null };
  const [, , year, month, day, hour, minute] = RUN_FOLDER.exec(item_id) ?? [];
  const strategy = strategyOfFolder(item_id);
  const started = Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`);
  return strategy ? { name: strategy, moment: utcDateTime(started) } : { name: item_id, moment: null };
};

/** Equal for names that a reader takes for the same: upper or lower case, composed or not. */
export const comparable = (name: string): string =>
  name.trim().normalize('NFC').toLowerCase().normalize('NFC');

/** Those with names that contain the typed text, ignoring case; all of them for an empty text. */
export const matching = <Named extends { readonly name: string }>(
  all: readonly Named[],
  typed: string,
): readonly Named[] => {
  const wanted = comparable(typed);
  return wanted === '' ? all : all.filter(({ name }) => comparable(name).includes(wanted));
};
