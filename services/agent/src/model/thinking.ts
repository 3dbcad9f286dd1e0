// Parts what a model thinks, up to `</think>`, from what it says, as its text comes in pieces. Pure.
import { type Fence, openAfter } from '@tradeium/contracts/markdown';

export type Said = {
  readonly text: string;
  readonly thinking: string;
  /** All text before this was the beginning of these thoughts: their opening tag stands in the prompt. */
  readonly isUnsaid?: true;
};

export type ThinkingSplitter = {
  /** `hasThought`: its server parts thoughts from the text itself. */
  readonly add: (text: string, hasThought?: boolean) => Said;
  /** The text that was held back, because more of a tag might have followed. */
  readonly end: () => Said;
};

/** Joins these into one. */
export const joinSaid = (all: readonly Said[]): Said => {
  const unsaid = all.findLastIndex(({ isUnsaid }) => isUnsaid);
  const saidText = (of: readonly Said[]) => of.map(({ text }) => text).join('');
  const thoughts = all.map(({ text, thinking }, at) => (at < unsaid ? text : '') + thinking).join('');
  return {
    text: saidText(all.slice(Math.max(unsaid, 0))),
    thinking: thoughts,
    ...(unsaid >= 0 && { isUnsaid: true }),
  };
};

const OPENING = /^[ \t]{0,3}<think>/i;
const MAY_OPEN = /^[ \t]{0,3}(?:<(?:t(?:h(?:i(?:nk?)?)?)?)?)?$/i;
const CLOSING = /<\/think>/i;
/** A closing tag that is not quoted, and the one whose opening tag is in the text. */
const UNOPENED = /(?<![`"'“‘])<\/think>/i;
const MENTION = /<think>/i;
const MAY_CLOSE = /<(?:\/(?:t(?:h(?:i(?:nk?)?)?)?)?)?$/i;
/** No beginning of a tag is longer. */
const TAG_MAX = '</think>'.length;

/** The line that text is in, and the fence of the code that the line is in. */
const openLine = () => {
  let [line, tail] = ['', ''];
  let fence: Fence | null = null;
  return {
    /** True if a tag may open thoughts here. */
    isAtBegin: () => line === '' && fence === null,
    /** The line so far, or its end. */
    tail: () => tail,
    /** True if a tag after this part of the line may close thoughts that the prompt has opened. */
    mayClose: (before: string) => fence === null || (line + before).trim() === '',
    add: (text: string) => {
      line += text;
      tail = (tail + text).slice(-TAG_MAX - 1);
      if (!text.endsWith('\n')) return;
      fence = openAfter(fence, line.slice(0, -1));
      [line, tail] = ['', ''];
    },
  };
};

/**
 * An opening tag counts at the beginning of a line that is not code: elsewhere the model speaks of it. Some servers put it
 * into the prompt. Then the first closing tag, with no opening one before it, ends what the model thinks; in code it counts
 * at the beginning of a line only.
 */
export const splitThinking = (): ThinkingSplitter => {
  let held = '';
  let isThinking = false;
  /** Blank lines after its thoughts are not the answer's. */
  let isAfterThinking = false;
  /** True if all that has come may be thoughts, opened in the prompt. */
  let mayBeThought = true;
  let line = openLine();

  /** The end of thoughts that the prompt has opened, if it is in this part of a line. */
  const unsay = (part: string): Said | null => {
    const seen = line.tail() + part;
    const mention = MENTION.exec(seen);
    const from = Math.max(line.tail().length - 1, 0);
    const closing = UNOPENED.exec(seen.slice(from, mention?.index));
    mayBeThought = mention === null;
    const end = closing ? from + closing.index - line.tail().length : -1;
    if (!closing || end < 0 || !line.mayClose(part.slice(0, end))) return null;
    held = held.slice(end + closing[0].length);
    [mayBeThought, isAfterThinking] = [false, true];
    line = openLine();
    return { text: '', thinking: part.slice(0, end), isUnsaid: true };
  };

  const think = (): Said | null => {
    const closing = CLOSING.exec(held);
    const open = MAY_CLOSE.exec(held.slice(-TAG_MAX))?.[0].length ?? 0;
    const end = closing?.index ?? held.length - open;
    const thinking = held.slice(0, end);
    held = held.slice(end + (closing?.[0].length ?? 0));
    isThinking = closing === null;
    isAfterThinking = !isThinking;
    return closing || thinking !== '' ? { text: '', thinking } : null;
  };

  const speak = (): Said | null => {
    if (isAfterThinking) held = held.trimStart();
    if (held === '') return null;
    isAfterThinking = false;
    const opening = line.isAtBegin() ? OPENING.exec(held) : null;
    if (opening) {
      held = held.slice(opening[0].length);
      isThinking = true;
      mayBeThought = false;
      return { text: '', thinking: '' };
    }
    if (line.isAtBegin() && MAY_OPEN.test(held)) return null;
    const end = held.indexOf('\n');
    const part = end < 0 ? held : held.slice(0, end + 1);
    const unsaid = mayBeThought ? unsay(part) : null;
    if (unsaid) return unsaid;
    const open = mayBeThought ? (MAY_CLOSE.exec(part.slice(-TAG_MAX))?.[0].length ?? 0) : 0;
    if (open === part.length) return null;
    const text = part.slice(0, part.length - open);
    held = held.slice(text.length);
    line.add(text);
    return { text, thinking: '' };
  };

  return {
    add: (more, hasThought = false) => {
      held += more;
      if (hasThought) mayBeThought = false;
      const all: Said[] = [];
      for (;;) {
        const said = isThinking ? think() : speak();
        if (said === null) return joinSaid(all);
        all.push(said);
      }
    },
    end: () => {
      const rest = held;
      held = '';
      return isThinking ? { text: '', thinking: rest } : { text: rest, thinking: '' };
    },
  };
};
