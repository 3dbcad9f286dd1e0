// Links to results: who may make one, when it works, and what ends it.
import { SHARED_LINKS_MAX, type WorkspaceEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { created, deletedChat, folderOf, given, NOW, userId } from '../../fixtures/workspace-facts.ts';
import { linksOf, liveLink, type SharedLinkCommand } from './shared-links.ts';

const RUN = 'run1-0001';
const inChat = { userId, chatId: 'c1' } as const;
const linkOf = (number: number): string => String(number).padStart(43, 'x');
const chat = [created('c1', 'Alpha'), created('c2', 'Beta', 2)];

type Sharing = Extract<SharedLinkCommand, { type: 'ShareResult' }>;
const share = (change: Partial<Sharing> = {}): Sharing => ({
  type: 'ShareResult',
  ...inChat,
  folder: folderOf(RUN),
  linkId: linkOf(1),
  showsCode: false,
  days: 30,
  ...change,
});
type Shared = Extract<WorkspaceEvent, { type: 'ResultShared' }>;
const shared = (change: Partial<Shared['data']> = {}): Shared => ({
  type: 'ResultShared',
  data: {
    ...inChat,
    runId: RUN,
    linkId: linkOf(1),
    showsCode: false,
    at: NOW,
    expiresAt: '2026-01-31T00:00:00.000Z',
    ...change,
  },
});
const expired = { at: '2025-11-01T00:00:00.000Z', expiresAt: NOW };

test.each<[string, Partial<Sharing>, Partial<Shared['data']>]>([
  ['for a month', {}, {}],
  ['for a week', { days: 7 }, { expiresAt: '2026-01-08T00:00:00.000Z' }],
  ['without an end', { days: null }, { expiresAt: null }],
  ['with its code', { showsCode: true }, { showsCode: true }],
])('a result is shared %s', (_, asked, made) => {
  expect(given(...chat).when(share(asked))).toEqual([shared(made)]);
});

test.each<[string, WorkspaceEvent[], Partial<Sharing>, string]>([
  ['an unknown chat', [], { chatId: 'c9' }, 'CHAT_NOT_FOUND'],
  ['a deleted chat', [deletedChat('c1')], {}, 'CHAT_NOT_FOUND'],
  ['a run without a result', [], { folder: null }, 'FOLDER_NOT_FOUND'],
  ['a deleted result', [{ type: 'FolderDeleted', data: { ...inChat, runId: RUN } }], {}, 'FOLDER_NOT_FOUND'],
  [
    'the code of the private strategy',
    [],
    { folder: { ...folderOf(RUN), hasCode: false }, showsCode: true },
    'NO_CODE_TO_SHOW',
  ],
])('nobody shares %s', (_, before, asked, refused) => {
  expect(given(...chat, ...before).when(share(asked))).toEqual({ refused });
});

test('a result can be shared again: the link that somebody has goes on working', () => {
  const { state } = given(...chat, shared(), shared({ linkId: linkOf(2) }));
  for (const number of [1, 2]) expect(liveLink(state, linkOf(number), NOW)).toMatchObject({ runId: RUN });
});

test('there are so many links at the same time; expired ones leave with the next', () => {
  const full = Array.from({ length: SHARED_LINKS_MAX }, (_, number) => shared({ linkId: linkOf(number) }));
  expect(given(...chat, ...full).when(share({ linkId: linkOf(99) }))).toEqual({
    refused: 'TOO_MANY_SHARED_LINKS',
    data: { limit: SHARED_LINKS_MAX },
  });
  const [, ...others] = full;
  const one = given(...chat, shared({ ...expired, linkId: linkOf(0) }), ...others);
  expect(one.when(share({ linkId: linkOf(99) }))).toHaveLength(1);
  expect(linksOf(given(...chat, shared(expired), shared({ linkId: linkOf(2) })).state)).toMatchObject([
    { linkId: linkOf(2) },
  ]);
});

test('a link works until the moment at which it expires', () => {
  const { state } = given(...chat, shared());
  expect(liveLink(state, linkOf(1), '2026-01-30T23:59:59.999Z')).toBeDefined();
  expect(liveLink(state, linkOf(1), '2026-01-31T00:00:00.000Z')).toBeUndefined();
  const endless = given(...chat, shared({ expiresAt: null })).state;
  expect(liveLink(endless, linkOf(1), '2099-01-01T00:00:00.000Z')).toBeDefined();
});

test.each<[string, WorkspaceEvent]>([
  ['it is revoked', { type: 'SharedLinkRevoked', data: { ...inChat, runId: RUN, linkId: linkOf(1) } }],
  ['its result is deleted', { type: 'FolderDeleted', data: { ...inChat, runId: RUN } }],
  ['its chat is deleted', deletedChat('c1')],
  ['its account is deleted', { type: 'WorkspaceErased', data: { userId, chatIds: ['c1', 'c2'] } }],
])('a link ends when %s', (_, end) => {
  expect(liveLink(given(...chat, shared(), end).state, linkOf(1), NOW)).toBeUndefined();
});

test('another link and another result stay', () => {
  const other = { chatId: 'c2', runId: 'run2-0001', linkId: linkOf(2) };
  for (const end of [
    { type: 'SharedLinkRevoked', data: { ...inChat, runId: RUN, linkId: linkOf(1) } },
    { type: 'FolderDeleted', data: { ...inChat, runId: RUN } },
    deletedChat('c1'),
  ] satisfies WorkspaceEvent[])
    expect(linksOf(given(...chat, shared(), shared(other), end).state)).toMatchObject([other]);
});

test('a link is revoked once, an expired one too, and an unknown one never', () => {
  const revoke = { type: 'RevokeSharedLink', userId, linkId: linkOf(1) } as const;
  const revoked = { type: 'SharedLinkRevoked', data: { ...inChat, runId: RUN, linkId: linkOf(1) } } as const;
  expect(given(...chat, shared()).when(revoke)).toEqual([revoked]);
  expect(given(...chat, shared(expired)).when(revoke)).toEqual([revoked]);
  expect(given(...chat).when(revoke)).toEqual({ refused: 'SHARED_RESULT_NOT_FOUND' });
  expect(given(...chat, shared(), revoked).when(revoke)).toEqual({ refused: 'SHARED_RESULT_NOT_FOUND' });
});
