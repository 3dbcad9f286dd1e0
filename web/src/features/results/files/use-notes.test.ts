// Notes that were saved elsewhere while others were being typed.
import { expect, test } from 'vitest';
import { notesOf, rivalOf } from './use-notes.ts';

// spec: strategies.86
test('a stored text is a rival only if it differs from the draft and from its start', () => {
  const draft = { text: 'mine', origin: 'old' };
  expect(rivalOf(null, 'theirs')).toBeNull();
  expect(rivalOf(draft, 'old')).toBeNull();
  expect(rivalOf(draft, 'mine')).toBeNull();
  expect(rivalOf(draft, 'theirs')).toBe('theirs');
  expect(rivalOf(draft, '')).toBe('');
});

test('settings without notes have empty ones', () => {
  expect(notesOf({ notes: 'n' })).toBe('n');
  expect(notesOf({})).toBe('');
  expect(notesOf(null)).toBe('');
});
