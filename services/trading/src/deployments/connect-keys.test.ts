// Keys of another account never come under a deployment that trades, at whatever moment it is resumed.
import { isRefusal } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { openInterleavedStores } from '../../fixtures/interleaved-stores.ts';
import { sealedInMemory } from '../../fixtures/sealed-in-memory.ts';
import { connectedKeys } from '../rebalances/connected-keys.ts';
import { openKeyStore } from '../sealed/kept-keys.ts';
import { connectKeys, type OfferedKeys } from './connect-keys.ts';

const [userId, exchange, deploymentId] = ['ann', 'binance', 'd1'];
const ids = { userId, deploymentId };
const CAUSE = { correlationId: 'test' };
const PERMISSIONS = { read: true, trade: true, withdraw: false };

const keysOfAccount = (accountId: string, keyId: string): OfferedKeys => ({
  data: {
    ...{ userId, exchange, keyId, permissions: PERMISSIONS },
    ...{ isTestnet: false, clockOffsetMs: 0, isIpRestricted: null },
  },
  kept: {
    ...{ keyId, accountId, apiKey: keyId, apiSecret: 'secret' },
    ...{ isTestnet: false, connectedAt: '2026-03-01T12:00:00.000Z' },
  },
  isSaidSame: false,
});

/** A stopped deployment with keys of account 1; from a given turn on, `meanwhile` has been done. */
const openStopped = async (after: number, meanwhile: (stores: Stores) => Promise<unknown>) => {
  let turns = -1;
  const events: string[] = [];
  const sealed = sealedInMemory();
  const turn = async () => {
    if (turns < 0) return;
    turns += 1;
    if (turns === after) await meanwhile(stores);
  };
  const stores = {
    ...openInterleavedStores(turn, {
      onDeployment: () => undefined,
      onTrader: (_, { type }) => void events.push(type),
    }),
    keyStore: openKeyStore(sealed),
    openAccount: () => {
      throw new Error('the numbers of the accounts are known');
    },
  };
  await connectKeys(stores, keysOfAccount('1', 'first'), CAUSE);
  const place = { ...ids, chatId: 'chat', mode: 'live', exchange } as const;
  await stores.traders.change(
    userId,
    { type: 'OpenDeployment', data: place },
    { ...CAUSE, commandId: 'open' },
  );
  const closed = { type: 'CloseDeployment', ...ids, stops: 1 } as const;
  await stores.traders.change(userId, closed, { ...CAUSE, commandId: 'close' });
  turns = 0;
  return { stores, sealed, events, turnsTaken: () => turns };
};
type Stores = Parameters<typeof connectKeys>[0];

const resume = (stores: Stores) =>
  stores.traders.change(
    userId,
    { type: 'ReopenDeployment', ...ids, stops: 1 },
    { ...CAUSE, commandId: 'reopen' },
  );

test('keys of another account are refused from the moment on in which the deployment is resumed', async () => {
  const outcomes: string[] = [];
  for (let after = 1, turns = after; after <= turns; after += 1) {
    const { stores, sealed, events, turnsTaken } = await openStopped(after, resume);
    const connected = await connectKeys(stores, keysOfAccount('2', 'second'), CAUSE);
    turns = turnsTaken();
    const inUse = await connectedKeys(stores, userId, exchange);
    if (isRefusal(connected)) {
      expect(connected).toEqual({ refused: 'API_KEYS_OF_ANOTHER_ACCOUNT' });
      expect(inUse).toMatchObject({ keyId: 'first', accountId: '1' });
      expect(await sealed.names(userId)).toEqual(['exchange-binance-first']);
    } else {
      expect(events.indexOf('DeploymentReopened')).not.toBeLessThan(0);
      expect(events.lastIndexOf('KeysConnected')).toBeLessThan(events.indexOf('DeploymentReopened'));
      expect(inUse).toMatchObject({ keyId: 'second', accountId: '2' });
    }
    outcomes.push(isRefusal(connected) ? 'refused' : 'taken');
  }
  expect(new Set(outcomes)).toEqual(new Set(['refused', 'taken']));
});

test('keys that were compared with others than those in use are compared once more', async () => {
  let isDone = false;
  const replaceAndResume = async (stores: Stores) => {
    if (isDone) return;
    isDone = true;
    await connectKeys(stores, keysOfAccount('3', 'third'), CAUSE);
    await resume(stores);
  };
  const { stores } = await openStopped(3, replaceAndResume);
  expect(await connectKeys(stores, keysOfAccount('1', 'second'), CAUSE)).toEqual({
    refused: 'API_KEYS_OF_ANOTHER_ACCOUNT',
  });
  expect(await connectedKeys(stores, userId, exchange)).toMatchObject({ keyId: 'third' });
});
