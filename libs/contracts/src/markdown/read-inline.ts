// Reads what stands in a line of Markdown: emphasis, links, code, breaks. Takes time in proportion to the text, whatever it is.
import { pairRuns, type Run, runOf } from './emphasis.ts';
import { decoded } from './entities.ts';
import { bareAddressAt, bareStarts, matchAt, targetAfter } from './links.ts';
import { type Bracket, type Piece, partsOf } from './pieces.ts';
import type { Inline, Reading } from './tokens.ts';

type Scan = {
  readonly text: string;
  readonly labels: Reading['labels'];
  readonly pieces: Piece[];
  /** Those that no link has taken into its text. */
  readonly runs: Run[];
  /** Brackets that may begin a link, and how many runs were there before each. */
  readonly brackets: { readonly bracket: Bracket; readonly runsBefore: number }[];
  /** Brackets below this height hold a link, so they begin none. */
  linkFloor: number;
  /** Where runs of backticks are, by their length, and where bare addresses may begin: the next one is the last. */
  readonly ticks: Map<number, number[]>;
  readonly bare: number[];
  /** Where the text ends that is read now. */
  textEnd: number;
  at: number;
};

const TEXT = /[^\\`*_~[\]!<\n]+/y;
const RUN = /([*_~])\1*/y;
const TICKS = /`+/y;
const BREAK = /<br\s{0,3}\/?>/iy;
const IN_ANGLES = /<(https?:\/\/[^\s<>]{1,2000})>/iy;
const ESCAPED = /\\([!-/:-@[-`{-~])/y;
const SPACES_AT_END = /[ \t]+$/;

const ticksIn = (text: string): Map<number, number[]> => {
  const places = new Map<number, number[]>();
  for (const { 0: ticks, index } of [...text.matchAll(/`+/g)].reverse()) {
    const known = places.get(ticks.length);
    if (known) known.push(index);
    else places.set(ticks.length, [index]);
  }
  return places;
};

/** The next of these places, which are in falling order, at or after `from`; those before are dropped. */
const nextPlace = (places: number[], from: number): number | undefined => {
  while (places.length > 0 && (places.at(-1) as number) < from) places.pop();
  return places.at(-1);
};

/** A piece, and of how many characters it is made. */
type Read = readonly [piece: Piece, length: number];

const readBare = (scan: Scan): Read | null => {
  const { address, isLink } = bareAddressAt(scan.text, scan.at) ?? {};
  if (address === undefined) return null;
  const text = decoded(address);
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  return [isLink ? { kind: 'address', href, text } : text, address.length];
};

/** Text up to the next sign, or a bare address. */
const readText = (scan: Scan): Read => {
  const { text, at } = scan;
  const bare = nextPlace(scan.bare, at) === at ? readBare(scan) : null;
  if (bare) return bare;
  if (scan.textEnd <= at) scan.textEnd = at + (matchAt(TEXT, text, at)?.[0].length ?? 1);
  const end = Math.min(scan.textEnd, nextPlace(scan.bare, at + 1) ?? scan.textEnd);
  return [decoded(text.slice(at, end)), end - at];
};

const readCode = (scan: Scan): Read => {
  const { text, at } = scan;
  const { length } = matchAt(TICKS, text, at)?.[0] ?? '`';
  const end = nextPlace(scan.ticks.get(length) ?? [], at + length);
  if (end === undefined) return ['`'.repeat(length), length];
  const code = text.slice(at + length, end).replaceAll('\n', ' ');
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
  return [{ kind: 'code', text: isPadded ? code.slice(1, -1) : code }, end + length - at];
};

/** The whole character before a place, also one of two units. */
const characterBefore = (text: string, at: number): string => {
  const code = at > 1 ? (text.codePointAt(at - 2) as number) : 0;
  return code > 0xffff ? String.fromCodePoint(code) : (text[at - 1] ?? '');
};
const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) as number) : '';

const readRun = (scan: Scan): Read => {
  const { text, at } = scan;
  const signs = matchAt(RUN, text, at)?.[0] ?? '';
  const end = at + signs.length;
  const run = runOf(text[at] as string, signs.length, characterBefore(text, at), characterAt(text, end));
  if (run) scan.runs.push(run);
  return [run ?? signs, signs.length];
};

const readOpening = (scan: Scan): Read => {
  const isImage = scan.text[scan.at] === '!';
  if (isImage && scan.text[scan.at + 1] !== '[') return ['!', 1];
  const length = isImage ? 2 : 1;
  const bracket: Bracket = { kind: 'bracket', isImage, start: scan.at + length };
  scan.brackets.push({ bracket, runsBefore: scan.runs.length });
  return [bracket, length];
};

const readClosing = (scan: Scan): Read => {
  const { text, at, brackets, labels } = scan;
  const opening = brackets.pop();
  const isLink = opening && (opening.bracket.isImage || brackets.length >= scan.linkFloor);
  scan.linkFloor = Math.min(scan.linkFloor, brackets.length);
  const target = isLink ? targetAfter(labels, { text, from: at + 1, start: opening.bracket.start }) : null;
  if (!opening || !target) return [']', 1];
  opening.bracket.href = target.href;
  // Emphasis ends within the text of a link.
  pairRuns(scan.runs.slice(opening.runsBefore));
  scan.runs.length = opening.runsBefore;
  if (!opening.bracket.isImage) scan.linkFloor = brackets.length;
  return [{ kind: 'end' }, target.end - at];
};

/** HTML is text, except for a break; an address may stand in angle brackets. */
const readAngle = (scan: Scan): Read => {
  const { text, at } = scan;
  const lineBreak = matchAt(BREAK, text, at)?.[0];
  if (lineBreak) return [{ kind: 'break' }, lineBreak.length];
  const [whole, href] = matchAt(IN_ANGLES, text, at) ?? [];
  if (whole === undefined || href === undefined) return ['<', 1];
  return [{ kind: 'address', href, text: href }, whole.length];
};

const readEscape = (scan: Scan): Read => {
  const { text, at } = scan;
  if (text[at + 1] === '\n') return [{ kind: 'break' }, 2];
  const escaped = matchAt(ESCAPED, text, at);
  return [escaped?.[1] ?? '\\', escaped ? 2 : 1];
};

/** Two spaces before the end of a line are a break. */
const readLineEnd = (scan: Scan): Read => {
  const last = scan.pieces.at(-1);
  const text = typeof last === 'string' ? last : '';
  const words = text.slice(0, text.length - (SPACES_AT_END.exec(text.slice(-80))?.[0].length ?? 0));
  if (text !== words) scan.pieces[scan.pieces.length - 1] = words;
  return [text.length - words.length > 1 ? { kind: 'break' } : '\n', 1];
};

const READERS: Readonly<Record<string, (scan: Scan) => Read>> = {
  '\\': readEscape,
  '`': readCode,
  '*': readRun,
  _: readRun,
  '~': readRun,
  '[': readOpening,
  '!': readOpening,
  ']': readClosing,
  '<': readAngle,
  '\n': readLineEnd,
};

export const readInline = (text: string, reading: Reading): Inline[] => {
  const scan: Scan = {
    text,
    labels: reading.labels,
    pieces: [],
    runs: [],
    brackets: [],
    linkFloor: 0,
    ticks: ticksIn(text),
    bare: bareStarts(text).reverse(),
    textEnd: 0,
    at: 0,
  };
  while (scan.at < text.length) {
    const read = READERS[text[scan.at] as string] ?? readText;
    const [piece, length] = read(scan);
    scan.pieces.push(piece);
    scan.at += length;
  }
  pairRuns(scan.runs);
  return partsOf(scan.pieces, reading);
};
