// The panel's words stay with the message that they follow.
import { expect, test } from 'vitest';
import type { SystemMessage, UserMessage } from './message.ts';
import { notesOf, withNotes } from './notes.ts';
import { APPLYING } from './words.ts';

const asked = (sentId: string): UserMessage => ({
  ...{ kind: 'user', id: `bubble-${sentId}`, sentId, agent: 'strategy', text: 'Momentum', atMs: 0 },
});
const note = (id: string, text = 'Strategy saved'): SystemMessage => ({ kind: 'system', id, text });

test('a note follows its message when the messages are read again, and goes with it', () => {
  const notes = notesOf([note('n0'), asked('m1'), note('n1'), note('n2', APPLYING), asked('m2'), note('n3')]);
  expect(notes.map(({ id, after }) => [id, after])).toEqual([
    ['n1', 'm1'],
    ['n3', 'm2'],
  ]);
  const anew = withNotes([asked('m1'), asked('m3')], notes);
  expect(anew.map(({ id }) => id)).toEqual(['bubble-m1', 'n1', 'bubble-m3']);
});
