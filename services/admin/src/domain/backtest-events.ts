// The sentences of a timeline about chats, strategy files, results and runs: never a name that a user gave.
import { codeWords, countWords, percentWords, vutWords } from './amount-words.ts';
import { bad, good, plain, type Told, told, toldPlainly } from './told.ts';

const CHAT_EVENTS: readonly Told[] = [
  told(
    'ChatCreated',
    (data) => ({ isPrivate: data.private }),
    ({ isPrivate }) => plain(isPrivate ? 'Got the private chat' : 'Created a chat'),
  ),
  toldPlainly('ChatDuplicated', plain('Duplicated a chat')),
  toldPlainly('ChatRenamed', plain('Renamed a chat')),
  toldPlainly('ChatDeleted', plain('Deleted a chat')),
  told(
    'StrategyFileSaved',
    ({ version, size }) => ({ version, size }),
    ({ version, size }) => plain(`Saved version ${version} of a strategy file (${countWords(size, 'byte')})`),
  ),
  toldPlainly('StrategyFileRenamed', plain('Renamed a strategy file')),
  toldPlainly('StrategyFileDeleted', plain('Deleted a strategy file')),
  told(
    'FolderRenamed',
    ({ runId }) => ({ runId }),
    ({ runId }) => plain('Renamed a result', 'run', runId),
  ),
  told(
    'FolderNotesSaved',
    ({ runId }) => ({ runId }),
    ({ runId }) => plain('Saved notes on a result', 'run', runId),
  ),
  told(
    'FolderDeleted',
    ({ runId }) => ({ runId }),
    ({ runId }) => plain('Deleted a result', 'run', runId),
  ),
  told(
    'StudyDeleted',
    ({ studyId }) => ({ studyId }),
    () => plain('Deleted a study'),
  ),
  told(
    'ResultShared',
    ({ runId, showsCode, expiresAt }) => ({ runId, showsCode, until: expiresAt?.slice(0, 10) ?? null }),
    ({ runId, showsCode, until }) =>
      plain(
        `Shared a result by a link, with${showsCode ? '' : 'out'} code, ${until === null ? 'without an end' : `until ${until}`}`,
        'run',
        runId,
      ),
  ),
  told(
    'SharedLinkRevoked',
    ({ runId }) => ({ runId }),
    ({ runId }) => plain('Revoked a link to a result', 'run', runId),
  ),
  told(
    'FavoriteAdded',
    ({ item }) => ({ item: item.type }),
    ({ item }) =>
      plain(item === 'strategy' ? 'Marked a strategy file as a favourite' : 'Marked a result as a favourite'),
  ),
  told(
    'FavoriteRemoved',
    ({ item }) => ({ item: item.type }),
    ({ item }) =>
      plain(item === 'strategy' ? 'Took the mark from a strategy file' : 'Took the mark from a result'),
  ),
  told(
    'WorkspaceErased',
    ({ chatIds }) => ({ count: chatIds.length }),
    ({ count }) => plain(`${countWords(count, 'chat')} erased with everything in them`),
  ),
];

const RUN_EVENTS: readonly Told[] = [
  told(
    'RunStarted',
    ({ runId, settings }) => ({
      runId,
      coins: settings.portfolio.length,
      timeframe: settings.timeframe,
      from: settings.start_date,
      to: settings.end_date,
    }),
    ({ runId, coins, timeframe, from, to }) =>
      plain(
        `Started a backtest of ${countWords(coins, 'coin')}, ${timeframe}, from ${from} to ${to}`,
        'run',
        runId,
      ),
  ),
  told(
    'RunCompleted',
    ({ runId, charged, figures }) => ({ runId, charged, totalReturn: figures?.total_return ?? null }),
    ({ runId, charged, totalReturn }) => {
      const result = totalReturn === null ? '' : ` with a total return of ${percentWords(totalReturn)}`;
      return good(`A backtest completed${result}; ${vutWords(charged)} charged`, 'run', runId);
    },
  ),
  told(
    'RunFailed',
    // The strategy's own message may hold its user's words.
    ({ runId, line, refusal }) => ({
      runId,
      line,
      refused: refusal?.refused ?? null,
      data: refusal?.data ?? {},
    }),
    ({ runId, line, refused, data }) => {
      const place = line === null ? '' : ` in line ${line}`;
      const why = refused === null ? `the strategy has an error${place}` : codeWords(refused, data);
      return bad(`A backtest failed: ${why}`, 'run', runId);
    },
  ),
];

const STUDY_EVENTS: readonly Told[] = [
  told(
    'StudyStarted',
    ({ studyId, points, settings }) => ({
      studyId,
      points,
      timeframe: settings.timeframe,
      from: settings.start_date,
      to: settings.end_date,
    }),
    ({ points, timeframe, from, to }) =>
      plain(`Started a study of ${countWords(points, 'point')}, ${timeframe}, from ${from} to ${to}`),
  ),
  told(
    'StudyEnded',
    ({ studyId, status, charged, refusal }) => ({
      studyId,
      status,
      charged,
      refused: refusal?.refused ?? null,
      data: refusal?.data ?? {},
    }),
    ({ status, charged, refused, data }) => {
      const cost = `${vutWords(charged)} charged`;
      if (status === 'failed' && refused !== null)
        return bad(`A study failed: ${codeWords(refused, data)}; ${cost}`);
      return status === 'completed'
        ? good(`A study completed; ${cost}`)
        : plain(`A study was cancelled; ${cost}`);
    },
  ),
];

export const BACKTEST_EVENTS: readonly Told[] = [...CHAT_EVENTS, ...RUN_EVENTS, ...STUDY_EVENTS];
