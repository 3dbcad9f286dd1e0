// The model's thoughts are a step of its reply, to be opened: no part of the text, so of neither its claims nor the next prompt.
import type { LiveReply } from './live-reply.ts';
import { shortDetail } from './reply-size.ts';

/** More than a step shows. */
const CHARACTERS_KEPT = 16_000;

export type Thoughts = {
  readonly add: (text: string) => void;
  /** Ends the thought: nothing that follows is one. */
  readonly end: () => void;
};

/** Each time that the model thinks before it goes on is one step. */
export const openThoughts = (live: LiveReply): Thoughts => {
  let thought = '';
  let step: { type: 'step'; id: string; tool: string; title: string } | null = null;
  return {
    add: (text) => {
      if (thought.length < CHARACTERS_KEPT) thought += text;
      if (step !== null || thought.trim() === '') return;
      const number = live.draft().steps.length + 1;
      step = { type: 'step', id: `${live.replyId}-thought-${number}`, tool: 'thinking', title: 'Thinking' };
      live.tell({ ...step, status: 'running' });
    },
    end: () => {
      const detail = shortDetail(live.draft(), thought.trim(), false);
      if (step !== null) live.tell({ ...step, status: 'done', detail });
      step = null;
      thought = '';
    },
  };
};
