// Notes are part of the settings file.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notesIn, settingsWithNotes } from './folder-notes.ts';

// spec: decisions.15
test('notes take the place of the notes, and nothing else changes', () => {
  const settings = JSON.stringify({ strategy: 'a', fees: 0.001, notes: '' }, null, 2);
  expect(settingsWithNotes(settings, '')).toBe(settings);
  expect(JSON.parse(settingsWithNotes(settings, 'Good.'))).toEqual({
    strategy: 'a',
    fees: 0.001,
    notes: 'Good.',
  });
  expect(notesIn(settingsWithNotes(null, 'Good.'))).toBe('Good.');
  expect(notesIn('{"notes": 1}')).toBe('');
});

test('any text comes back as it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (notes) => {
      expect(notesIn(settingsWithNotes('{"notes":""}', notes))).toBe(notes);
    }),
  );
});
