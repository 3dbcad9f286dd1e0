// A link finds its user as long as it is there, and goes with its result, its chat and its account.
import type { WorkspaceEvent } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { deletedChat, NOW, userId } from '../../fixtures/workspace-facts.ts';
import { sharedLinksProjection } from './shared-links.ts';

const inChat = { userId, chatId: 'c1' };
const shared = (linkId: string, change: object = {}): WorkspaceEvent => ({
  type: 'ResultShared',
  data: { ...inChat, runId: 'r1', linkId, showsCode: false, at: NOW, expiresAt: null, ...change },
});
const links = [shared('a'), shared('b', { runId: 'r2' }), shared('c', { chatId: 'c2', expiresAt: NOW })];
const idsAfter = (...events: WorkspaceEvent[]) =>
  projected(sharedLinksProjection, [...links, ...events])[userId]?.links.map(({ linkId }) => linkId);

test.each<[string, WorkspaceEvent[], string[] | undefined]>([
  ['nothing', [], ['a', 'b', 'c']],
  ['another is made once one has expired', [shared('d')], ['a', 'b', 'd']],
  [
    'one is revoked',
    [{ type: 'SharedLinkRevoked', data: { ...inChat, runId: 'r1', linkId: 'a' } }],
    ['b', 'c'],
  ],
  ['a result is deleted', [{ type: 'FolderDeleted', data: { ...inChat, runId: 'r2' } }], ['a', 'c']],
  ['a chat is deleted', [deletedChat('c1')], ['c']],
  [
    'the account is deleted',
    [{ type: 'WorkspaceErased', data: { userId, chatIds: ['c1', 'c2'] } }],
    undefined,
  ],
])('after %s', (_, events, ids) => {
  expect(idsAfter(...events)).toEqual(ids);
});
