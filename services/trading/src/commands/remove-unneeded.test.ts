// Ended deployments and refused requests leave nothing behind that nobody needs.
import { beforeEach, expect, test } from 'vitest';
import { created, intended, started } from '../../fixtures/deployment-story.ts';
import { openInterleavedStores } from '../../fixtures/interleaved-stores.ts';
import { sealedInMemory } from '../../fixtures/sealed-in-memory.ts';
import type { DeploymentCommand } from '../domain/deployment.ts';
import { hashOfCode, openDeployedCode } from '../sealed/deployed-code.ts';
import { openKeyStore } from '../sealed/kept-keys.ts';
import {
  PROVABLE_KEPT,
  removeAfterEnd,
  removeRefused,
  removeUnneeded,
  removeUnneededKeys,
} from './remove-unneeded.ts';

const userId = 'ann';
const NOW = new Date('2026-03-01T12:00:00.000Z');
const TWO_HOURS_LATER = new Date('2026-03-01T14:00:00.000Z');
const CODE = 'def strategy(): tested';
const codeSha256 = hashOfCode(CODE);
const keyId = '00000000-0000-4000-8000-000000000000';
const KEYS = { keyId, apiKey: 'k', apiSecret: 's', isTestnet: false, connectedAt: '', accountId: null };

let clock = NOW;
let count = 0;
let reads = 0;
let stores: ReturnType<typeof openStores>;

const openStores = () => {
  const now = () => clock;
  const sealedKeys = sealedInMemory(now);
  const read = async () => {
    reads += 1;
  };
  return {
    ...openInterleavedStores(read, { onDeployment: () => undefined }),
    codeStore: openDeployedCode(sealedInMemory(now)),
    keyStore: openKeyStore(sealedKeys),
    sealedKeys,
    now,
  };
};
beforeEach(() => {
  clock = NOW;
  stores = openStores();
});

const cause = () => {
  count += 1;
  return { commandId: `c${count}`, correlationId: 'test' };
};
const change = (deploymentId: string, command: DeploymentCommand) =>
  stores.deployments.change(deploymentId, { ...command, deploymentId } as never, cause());

const store = async (deploymentId: string) => {
  await stores.codeStore.put(userId, deploymentId, CODE);
  await stores.keyStore.put(userId, { playAccount: deploymentId }, KEYS);
};

/** A deployment on paper after these commands. */
const deployed = async (deploymentId: string, ...commands: readonly DeploymentCommand[]) => {
  await store(deploymentId);
  const command = created();
  if (command.type !== 'CreateDeployment') throw new Error('no deployment');
  await change(deploymentId, { ...command, data: { ...command.data, deploymentId, codeSha256 } });
  for (const each of commands) await change(deploymentId, each);
};
const rebalanced: DeploymentCommand[] = [
  started(),
  { type: 'EndRebalance', userId, deploymentId: '', rebalanceId: 'r1', charged: 0, failure: null },
];
const end = (reason: 'replaced' | 'chat-deleted' | 'refused'): DeploymentCommand => ({
  ...{ type: 'EndDeployment', userId, deploymentId: '', reason },
});
const stop: DeploymentCommand = { type: 'StopDeployment', userId, deploymentId: '', reason: 'by-user' };

const left = async () => ({
  code: (await stores.codeStore.names(userId)).map(({ deploymentId }) => deploymentId),
  accounts: (await stores.keyStore.owners(userId)).map((owner) =>
    'playAccount' in owner ? owner.playAccount : owner.keyId,
  ),
});

test.each([
  ['trades', [], true, true],
  ['was stopped', [stop], true, true],
  ['was refused', [end('refused')], false, false],
  ['lost its chat', [...rebalanced, end('chat-deleted')], false, false],
  ['was replaced before it did anything', [end('replaced')], false, false],
  ['was replaced and can be proved', [...rebalanced, end('replaced')], true, false],
  ['was replaced with an order in doubt', [started(), intended(), end('replaced')], true, true],
] as const)('of a deployment that %s, its code and its play account', async (_, commands, code, account) => {
  await deployed('d1', ...commands);
  await removeUnneeded(stores, userId);
  expect(await left()).toEqual({ code: code ? ['d1'] : [], accounts: account ? ['d1'] : [] });
});

test('replaced deployments keep their code up to a number; those of the oldest rebalances lose it first', async () => {
  for (let n = 0; n < PROVABLE_KEPT + 2; n += 1) await deployed(`d${n}`, ...rebalanced, end('replaced'));
  await removeUnneeded(stores, userId);
  expect((await left()).code).toHaveLength(PROVABLE_KEPT);
});

test('what was stored for a request that never was decided goes after an hour, not before', async () => {
  await store('d1');
  await stores.keyStore.put(userId, { exchange: 'binance', keyId }, KEYS);
  await removeUnneeded(stores, userId);
  expect(await left()).toEqual({ code: ['d1'], accounts: ['d1', keyId] });
  clock = TWO_HOURS_LATER;
  await removeUnneeded(stores, userId);
  expect(await left()).toEqual({ code: [], accounts: [] });
});

test('an account on paper goes with the rebalance that was under way when its chat was deleted', async () => {
  await deployed('d1', started(), end('chat-deleted'));
  const remove = () => removeUnneededKeys(stores, userId, { deploymentId: 'd1' });
  await remove();
  expect((await left()).accounts).toEqual(['d1']);
  const ended = rebalanced[1] as DeploymentCommand;
  await change('d1', ended);
  await remove();
  expect((await left()).accounts).toEqual([]);
});

test('the ends of many deployments at once cost no more for each, the more there are', async () => {
  const each = async (count: number): Promise<number> => {
    stores = openStores();
    const ids = Array.from({ length: count }, (_, n) => `d${n}`);
    for (const id of ids) await deployed(id, end('chat-deleted'));
    reads = 0;
    for (const deploymentId of ids) await removeAfterEnd(stores, { userId, deploymentId });
    expect(await left()).toEqual({ code: [], accounts: [] });
    return reads / count;
  };
  expect(await each(40)).toBeLessThanOrEqual(await each(10));
});

const connected = async () => {
  const keys = { isTestnet: false, clockOffsetMs: 0, isIpRestricted: null };
  const permissions = { read: true, trade: true, withdraw: false };
  const data = { userId, exchange: 'binance', keyId, permissions, ...keys };
  await stores.traders.change(userId, { type: 'ConnectKeys', data, account: null, unsettled: null }, cause());
};

test('keys that are connected stay, however old they are', async () => {
  await stores.keyStore.put(userId, { exchange: 'binance', keyId }, KEYS);
  await connected();
  clock = TWO_HOURS_LATER;
  await removeUnneeded(stores, userId);
  expect((await left()).accounts).toEqual([keyId]);
});

test('a refused request leaves nothing, and takes nothing from the deployment of an earlier one', async () => {
  await store('d1');
  await removeRefused(stores, userId, { deploymentId: 'd1', sha256: codeSha256 });
  expect(await left()).toEqual({ code: [], accounts: [] });
  await deployed('d2');
  const other = 'def strategy(): other';
  await stores.codeStore.put(userId, 'd2', other);
  await removeRefused(stores, userId, { deploymentId: 'd2', sha256: hashOfCode(other) });
  await removeRefused(stores, userId, { deploymentId: 'd2', sha256: codeSha256 });
  expect(await left()).toEqual({ code: ['d2'], accounts: ['d2'] });
});
