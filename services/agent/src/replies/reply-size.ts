// Keeps a reply small enough that its end, sealed, fits into one message of the bus. Pure.
import type { ReplyDraft } from './reply-draft.ts';

/** Sealed bytes take a third more; a message of the bus holds 1 MiB, also with results, titles and notices. */
const TEXT_BYTES_MAX = 350_000;
const DETAILS_BYTES_MAX = 150_000;
/** One detail travels in one piece of a stream, which takes 128 KiB. */
const DETAIL_BYTES_MAX = 100_000;
/** Details are for reading, except code: a backtest can be kept as long as its step holds all of its code. */
const READ_CHARACTERS_MAX = 8_000;
/** A control character takes six bytes as JSON, which no other character exceeds. */
const BYTES_A_CHARACTER_MAX = 6;

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** True if the text may go on. */
export const hasRoomForText = ({ text }: Pick<ReplyDraft, 'text'>): boolean =>
  text.length * BYTES_A_CHARACTER_MAX < TEXT_BYTES_MAX || jsonBytes(text) < TEXT_BYTES_MAX;

/** As much of a step's detail as there is room for. */
export const shortDetail = (
  { steps }: Pick<ReplyDraft, 'steps'>,
  detail: string,
  isCode: boolean,
): string => {
  const used = steps.reduce((sum, step) => sum + jsonBytes(step.detail ?? ''), 0);
  const short = detail.slice(0, isCode ? DETAIL_BYTES_MAX : READ_CHARACTERS_MAX).toWellFormed();
  const left = Math.min(DETAIL_BYTES_MAX, Math.max(0, DETAILS_BYTES_MAX - used));
  return jsonBytes(short) <= left ? short : short.slice(0, Math.floor(left / BYTES_A_CHARACTER_MAX));
};
