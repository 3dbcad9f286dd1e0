// Unsaved work in the tab's storage: reading it, failing to store it, and forgetting it.
import { afterEach, expect, test, vi } from 'vitest';
import { draftOf, forgetNotes, forgetUser, keepDraft, notesKey, readDrafts } from './draft-storage.ts';

const draft = { code: 'x = 1', version: 2 };

/** A browser's storage, with room for this many characters. */
const tabStorage = (room = 1_000): Map<string, string> => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
  });
  return kept;
};

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['{"code":"x = 1","version":2}', { code: 'x = 1', version: 2 }],
  ['{"code":"x = 1","version":null}', { code: 'x = 1', version: null }],
  ['{"code":"n","version":null,"origin":"m"}', { code: 'n', version: null, origin: 'm' }],
  ['x = 1', null],
  ['3', null],
  [null, null],
])('what the storage holds as %j is read as %j', (text, read) => {
  expect(draftOf(text)).toEqual(read);
});

// spec: strategies.91
test('a draft is kept until it is forgotten; a full storage says so', () => {
  tabStorage(100);
  expect(keepDraft('c1/a.py', draft)).toBe(true);
  expect(keepDraft('c1/b.py', { ...draft, code: 'x'.repeat(100) })).toBe(false);
  expect(readDrafts()).toEqual({ 'c1/a.py': draft });
  expect(keepDraft('c1/a.py', undefined)).toBe(true);
  expect(readDrafts()).toEqual({});
});

// spec: strategies.84
test('notes go with their run, or with all of their chat', () => {
  tabStorage();
  for (const key of [notesKey('c1', 'r1'), notesKey('c1', 'r2'), notesKey('c2', 'r1'), 'c1/a.py'])
    keepDraft(key, draft);
  forgetNotes('c1', 'r1');
  expect(Object.keys(readDrafts())).toEqual([notesKey('c1', 'r2'), notesKey('c2', 'r1'), 'c1/a.py']);
  forgetNotes('c1');
  expect(Object.keys(readDrafts())).toEqual([notesKey('c2', 'r1'), 'c1/a.py']);
});

// spec: strategies.90
test('logging out removes drafts and a run on its way, and later drafts are not stored', () => {
  const kept = tabStorage();
  keepDraft('c1/a.py', draft);
  kept.set('tradeium-pending-run', '{}');
  kept.set('of-somebody-else', '1');
  forgetUser();
  keepDraft('c1/a.py', draft);
  expect([...kept.keys()]).toEqual(['of-somebody-else']);
});
