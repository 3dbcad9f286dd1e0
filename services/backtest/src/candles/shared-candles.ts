// Candle files that machines share: the bucket has the newest of each, and every machine keeps copies on its disk.
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Timeframe } from '@tradeium/contracts';
import { isOutage, type Log, type SharedFiles } from '@tradeium/service-kit';
import { type CandleFiles, FILE_ENDING, type Kept, type LocalCandleFiles } from './candle-files.ts';
import { type Copies, openCopies } from './copies.ts';
import { assertOutagesShort, type CandleSeries, joinedSeries } from './series.ts';
import { decodeSeries, encodeSeries, type FileVersion } from './series-file.ts';
import { impossibleCandle } from './soundness.ts';

const FOLDER = 'candles';
/** Candles that another machine has corrected are seen within this time; new ones when they are needed. */
const SHARE_MS = 60_000;
const SHARES_MAX = 5;

/** The bucket's state when it was last compared with the file, and the version of the file that has all of it. */
type Compared = { readonly tag: string | null; readonly version: FileVersion; readonly atMs: number };
type Theirs = { readonly tag: string; readonly series: CandleSeries; readonly bytes: Uint8Array };
/** No file, or a damaged one. */
type Nothing = { readonly tag: string | null; readonly series: null };

type Sharing = {
  readonly local: LocalCandleFiles;
  readonly shared: SharedFiles;
  readonly copies: Copies;
  readonly log: Log;
  folderOf(timeframe: Timeframe): string;
  nameOf(coin: string, timeframe: Timeframe): string;
  compared(coin: string, timeframe: Timeframe): Compared | undefined;
  hasCompared(coin: string, timeframe: Timeframe, tag: string | null, version: FileVersion): void;
};

/** Files that no other machine has. */
export const keepCandleFiles = (local: LocalCandleFiles): CandleFiles => {
  const { markOf } = openCopies(local);
  return {
    ...local,
    isShareDue: () => false,
    share: async () => undefined,
    write: async (series, madeFrom, { isFinal = false } = {}) => {
      const mark = markOf(series.coin, series.timeframe);
      // The bucket's candles would take the place of these without a word.
      if (isFinal && existsSync(mark))
        throw new Error(`the file is shared with other machines: set BLOBS_S3_BUCKET, or remove ${mark}`);
      return local.write(series, madeFrom);
    },
  };
};

/** Shares the files of one exchange. While the bucket cannot be used, this machine goes on with its own ones. */
export const shareCandleFiles = (
  local: LocalCandleFiles,
  shared: SharedFiles,
  exchange: string,
  log: Log,
): CandleFiles => {
  const known = new Map<string, Compared>();
  const folderOf = (timeframe: Timeframe) => `${FOLDER}/${exchange}/${timeframe}/`;
  const nameOf = (coin: string, timeframe: Timeframe) => `${folderOf(timeframe)}${coin}${FILE_ENDING}`;
  const sharing: Sharing = {
    local,
    shared,
    log,
    folderOf,
    nameOf,
    copies: openCopies(local),
    compared: (coin, timeframe) => known.get(nameOf(coin, timeframe)),
    hasCompared: (coin, timeframe, tag, version) => {
      known.set(nameOf(coin, timeframe), { tag, version, atMs: performance.now() });
    },
  };
  return {
    ...local,
    share: (coin, timeframe) => share(sharing, coin, timeframe),
    isShareDue: (coin, timeframe) => {
      const last = sharing.compared(coin, timeframe);
      return !last || performance.now() - last.atMs > SHARE_MS;
    },
    write: (series, madeFrom, { isFinal = false } = {}) => write(sharing, series, madeFrom, isFinal),
    coinsAt: async (timeframe) => {
      const names = await shared.names(folderOf(timeframe)).catch((err: unknown) => {
        log.warn({ err, timeframe }, 'the candles of other machines could not be listed');
        return [];
      });
      const coins = names.map((name) => name.slice(folderOf(timeframe).length, -FILE_ENDING.length));
      return [...new Set([...(await local.coinsAt(timeframe)), ...coins])].sort();
    },
  };
};

const share = async (sharing: Sharing, coin: string, timeframe: Timeframe): Promise<void> => {
  for (let shares = 1; shares <= SHARES_MAX; shares += 1)
    if (await isShared(sharing, coin, timeframe)) return;
  throw new Error(`the ${timeframe} candles of ${coin} keep being changed by other machines`);
};

/** Makes the file and the bucket's the same; false when another machine or process was faster. */
const isShared = async (sharing: Sharing, coin: string, timeframe: Timeframe): Promise<boolean> => {
  const { local, shared, copies, nameOf, hasCompared } = sharing;
  const ours = await local.read(coin, timeframe);
  const digest = await copies.digestOf(coin, timeframe, ours.version);
  const found = await shared.find(nameOf(coin, timeframe));
  if (found && found.digest === digest) {
    if (!(await copies.isCopy(coin, timeframe, digest))) await copies.mark(coin, timeframe, digest);
    hasCompared(coin, timeframe, found.tag, ours.version);
    return true;
  }
  const theirs = found ? await fetched(sharing, coin, timeframe) : { tag: null, series: null };
  if (!ours.series && !theirs.series) {
    hasCompared(coin, timeframe, theirs.tag, ours.version);
    return true;
  }
  if (theirs.series && (!ours.series || (await copies.isCopy(coin, timeframe, digest))))
    return isTaken(sharing, theirs, ours.version);
  const series = joined(theirs.series, ours.series);
  if (theirs.series && series === theirs.series) return isTaken(sharing, theirs, ours.version);
  assertOutagesShort(series);
  return (await give(sharing, series, theirs.tag, ours.version)) !== null;
};

/** Theirs first: what was corrected on purpose is shared at once. */
const joined = (theirs: CandleSeries | null, ours: CandleSeries | null): CandleSeries =>
  theirs && ours ? joinedSeries(theirs, ours) : ((theirs ?? ours) as CandleSeries);

const fetched = async (
  { shared, nameOf, log }: Sharing,
  coin: string,
  timeframe: Timeframe,
): Promise<Theirs | Nothing> => {
  const file = await shared.read(nameOf(coin, timeframe));
  if (!file) return { tag: null, series: null };
  try {
    if (!file.bytes) throw new Error('its bytes are too many, or not those of its digest');
    const bytes = new Uint8Array(file.bytes);
    const series = decodeSeries(bytes, coin, timeframe);
    const flaw = impossibleCandle(series);
    if (flaw) throw new Error(`the candle of ${new Date(flaw.fromMs).toISOString()}: ${flaw.what}`);
    return { tag: file.tag, series, bytes };
  } catch (err) {
    log.warn({ err, coin, timeframe }, 'a candle file in the bucket is damaged, and will be replaced');
    return { tag: file.tag, series: null };
  }
};

const isTaken = async (
  { local, copies, hasCompared }: Sharing,
  { series, bytes, tag }: Theirs,
  version: FileVersion,
): Promise<boolean> => {
  const { coin, timeframe } = series;
  const kept = await local.put(series, bytes, version);
  if (!kept) return false;
  await copies.mark(coin, timeframe, hash('sha256', bytes));
  hasCompared(coin, timeframe, tag, kept.version);
  return true;
};

/** First to all machines, then to this one: a process that dies in between leaves an older copy here. */
const give = async (
  { local, shared, copies, nameOf, hasCompared }: Sharing,
  series: CandleSeries,
  tag: string | null,
  version: FileVersion,
): Promise<Kept | null> => {
  const { coin, timeframe } = series;
  const bytes = encodeSeries(series);
  const given = await shared.replace(nameOf(coin, timeframe), bytes, tag);
  const kept = given && (await local.put(series, bytes, version));
  if (!kept) return null;
  await copies.mark(coin, timeframe, given.digest);
  hasCompared(coin, timeframe, given.tag, kept.version);
  return kept;
};

const write = async (
  sharing: Sharing,
  series: CandleSeries,
  madeFrom: FileVersion,
  isFinal: boolean,
): Promise<Kept | null> => {
  const { coin, timeframe } = series;
  const last = sharing.compared(coin, timeframe);
  const onlyHere = () => sharing.local.write(series, madeFrom);
  if (last?.version !== madeFrom) return isFinal ? null : onlyHere();
  try {
    const kept = await give(sharing, series, last.tag, madeFrom);
    if (!kept) await share(sharing, coin, timeframe);
    return kept;
  } catch (err) {
    if (isFinal || !isOutage(err)) throw err;
    sharing.log.warn({ err, coin, timeframe }, 'candles are shared with other machines later');
    return onlyHere();
  }
};
