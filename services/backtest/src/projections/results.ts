// Queries of a user's result folders in all chats: newest first, searched, page by page.
import { TIMEFRAME_LABELS, TIMEFRAMES } from '@tradeium/contracts';
import { FOLDER_FIELDS, type Folder, type RunDocument, type RunModel } from './runs.ts';

export type ResultFolder = Folder & Pick<RunDocument, 'chatId'>;

/** The names of the user's chats by their ids. */
type ChatNames = ReadonlyMap<string, string>;

const RESULT_FIELDS = { ...FOLDER_FIELDS, chatId: 1 } as const;

/** Has a folder in a chat that is there. */
const inChats = (userId: string, chats: ChatNames) => ({
  userId,
  chatId: { $in: [...chats.keys()] },
  status: 'completed' as const,
  folderName: { $ne: null },
});

const SEARCHED = [
  'folderName',
  'strategy',
  'settings.portfolio',
  'settings.start_date',
  'settings.end_date',
] as const;

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The filter for results with the word in one of their texts, or of a chat or an interval that has it. */
const withWord = (word: string, chats: ChatNames) => {
  const lower = word.toLowerCase();
  const has = (text: string): boolean => text.toLowerCase().includes(lower);
  return {
    $or: [
      ...SEARCHED.map((field) => ({ [field]: { $regex: escaped(word), $options: 'i' } })),
      { 'settings.timeframe': { $in: TIMEFRAMES.filter((one) => has(one) || has(TIMEFRAME_LABELS[one])) } },
      { chatId: { $in: [...chats].flatMap(([id, name]) => (has(name) ? [id] : [])) } },
    ],
  };
};

type Page = {
  readonly userId: string;
  readonly chats: ChatNames;
  readonly search: string;
  /** The run of the last result before these. */
  readonly after: string | undefined;
  readonly limit: number;
};

/** Null when there is no run `after`. */
export const resultsOf = async (
  model: RunModel,
  { userId, chats, search, after, limit }: Page,
): Promise<ResultFolder[] | null> => {
  // A result that was deleted since still says where its page ended.
  const last =
    after === undefined ? undefined : await model().findOne({ _id: after, userId }, { endedAt: 1 }).lean();
  if (last === null) return null;
  const older = last && {
    $or: [{ endedAt: { $lt: last.endedAt } }, { endedAt: last.endedAt, _id: { $lt: last._id } }],
  };
  const words = search.split(/\s+/).filter(Boolean);
  const wanted = [...words.map((word) => withWord(word, chats)), ...(older ? [older] : [])];
  return model()
    .find({ ...inChats(userId, chats), ...(wanted.length > 0 && { $and: wanted }) }, RESULT_FIELDS)
    .sort({ endedAt: -1, _id: -1 })
    .limit(limit)
    .lean();
};

/** The result of a run, or null. */
export const resultOf = (
  model: RunModel,
  { userId, chats, runId }: { userId: string; chats: ChatNames; runId: string },
): Promise<ResultFolder | null> =>
  model()
    .findOne({ ...inChats(userId, chats), _id: runId }, RESULT_FIELDS)
    .lean();
