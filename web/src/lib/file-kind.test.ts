// Files of a result folder: recognised by name or extension, shown by type.
import { expect, test } from 'vitest';
import { fileKindOf, sortedByKind } from './file-kind.ts';

// spec: chats.9, results.4
test.each([
  ['Settings', 'settings'],
  ['notes.json', 'settings'],
  ['Strategy', 'code'],
  ['trend.PY', 'code'],
  ['Table', 'table'],
  ['weights.csv', 'table'],
  ['Statistics', 'statistics'],
  ['Chart', 'image'],
  ['chart.jpeg', 'image'],
  ['README', 'text'],
  ['json', 'text'],
] as const)('%s is shown as %s', (filename, kind) => {
  expect(fileKindOf(filename)).toBe(kind);
});

// spec: chats.7
test('files are shown by type: JSON, Python, CSV, images, others', () => {
  const names = ['Chart', 'log.txt', 'Table', 'Strategy', 'Statistics', 'Settings'];
  expect(sortedByKind(names.map((filename) => ({ filename }))).map(({ filename }) => filename)).toEqual([
    'Settings',
    'Statistics',
    'Strategy',
    'Table',
    'Chart',
    'log.txt',
  ]);
});
