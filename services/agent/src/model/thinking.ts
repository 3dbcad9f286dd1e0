// Parts what a model thinks, between `<think>` and `</think>`, from what it says, as its text comes in pieces. Pure.
import { type Fence, openAfter } from '@tradeium/contracts/markdown';

export type Said = { readonly text: string; readonly thinking: string };

export type ThinkingSplitter = {
  readonly add: (text: string) => Said;
  /** What was held back, because more of a tag might have followed. */
  readonly end: () => Said;
};

const OPENING = /^[ \t]{0,3}<think>/i;
const MAY_OPEN = /^[ \t]{0,3}(?:<(?:t(?:h(?:i(?:nk?)?)?)?)?)?$/i;
const CLOSING = /<\/think>/i;
const MAY_CLOSE = /<(?:\/(?:t(?:h(?:i(?:nk?)?)?)?)?)?$/i;
/** No beginning of a tag is longer. */
const TAG_MAX = '</think>'.length;

/** A tag counts at the beginning of a line that is not code: elsewhere the model speaks of it. */
export const splitThinking = (): ThinkingSplitter => {
  let held = '';
  let isThinking = false;
  /** Blank lines after its thoughts are not the answer's. */
  let isAfterThinking = false;
  /** What has come of this line, and the fence of the code that it is in. */
  let line = '';
  let fence: Fence | null = null;

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
    const opening = line === '' && fence === null ? OPENING.exec(held) : null;
    if (opening) {
      held = held.slice(opening[0].length);
      isThinking = true;
      return { text: '', thinking: '' };
    }
    if (line === '' && fence === null && MAY_OPEN.test(held)) return null;
    const end = held.indexOf('\n');
    const text = end < 0 ? held : held.slice(0, end + 1);
    held = held.slice(text.length);
    line += text;
    if (end >= 0) {
      fence = openAfter(fence, line.slice(0, -1));
      line = '';
    }
    return { text, thinking: '' };
  };

  return {
    add: (more) => {
      held += more;
      let [text, thinking] = ['', ''];
      for (;;) {
        const said = isThinking ? think() : speak();
        if (said === null) return { text, thinking };
        text += said.text;
        thinking += said.thinking;
      }
    },
    end: () => {
      const rest = held;
      held = '';
      return isThinking ? { text: '', thinking: rest } : { text: rest, thinking: '' };
    },
  };
};
