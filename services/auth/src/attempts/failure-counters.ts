// Stores failed attempts and origins of logins in NATS, for all replicas of this service.
import { createHmac } from 'node:crypto';
import { openBucket } from '@tradeium/event-store';
import { derivedKey } from '@tradeium/service-kit';
import type { KV, NatsConnection } from 'nats';
import { z } from 'zod';
import {
  ADDRESS_FAILURES_MAX,
  type Attempts,
  newestAfterFailure,
  pairAfterFailure,
  STRANGERS_FAILURES_MAX,
} from '../domain/login-attempts.ts';
import { change, read } from './changed-value.ts';

/** The account that a password is tried at, and the origin. */
export type AttemptPlace = {
  /**
   * The id of the name that was typed. Failures are counted by it, whether or not the name exists: counts by user would
   * reveal which names belong to one user.
   */
  readonly name: string;
  /** The user's id, or the name's id when no user has it. */
  readonly account: string;
  readonly address: string;
  /** A session of the account tries it: it is known, wherever it is. */
  readonly isSignedIn?: boolean;
};

export type FailureCounters = {
  /** The failures that count for an attempt. */
  read(place: AttemptPlace): Promise<Attempts>;
  /** Counts a failure; returns what counted before it, or null when too many others write at once. */
  addFailure(place: AttemptPlace, now: number): Promise<Attempts | null>;
  /** Forgets the failures at these names from an address. */
  forgive(names: readonly string[], address: string): Promise<void>;
  /** Records a login to the account from the address. */
  rememberAddress(place: Omit<AttemptPlace, 'name'>, now: number): Promise<void>;
  /** Forgets the origins of an account's logins. */
  forgetAddresses(account: string): Promise<void>;
};

const DAY_MS = 86_400_000;

const pairRecord = z.object({ count: z.int(), newestAt: z.int() });
const failuresRecord = z.array(z.int());

/** The buckets' keys: keyed hashes, so that nothing can be read back from them. */
const openKeys = (claimKey: string) => {
  const secret = derivedKey(claimKey, 'login-attempts');
  const digest = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
  const known = (account: string) => digest('known', account);
  return {
    pair: (name: string, address: string) => `pair.${digest('pair', name, address)}`,
    strangers: (name: string) => `name.${digest('name', name)}`,
    address: (address: string) => `address.${digest('address', address)}`,
    known: (account: string, address: string) => `${known(account)}.${digest('known', account, address)}`,
    allKnown: (account: string) => `${known(account)}.*`,
  };
};

type Storage = {
  readonly failures: KV;
  readonly addresses: KV;
  readonly keys: ReturnType<typeof openKeys>;
};

const readAll = async (
  { failures, addresses, keys }: Storage,
  { name, account, address, isSignedIn = false }: AttemptPlace,
): Promise<Attempts> => {
  const [pair, strangers, fromAddress, known] = await Promise.all([
    read(failures, keys.pair(name, address), pairRecord),
    read(failures, keys.strangers(name), failuresRecord),
    read(failures, keys.address(address), failuresRecord),
    addresses.get(keys.known(account, address)),
  ]);
  return {
    pair: pair.value,
    strangers: strangers.value ?? [],
    address: fromAddress.value ?? [],
    isKnownAddress: isSignedIn || known?.operation === 'PUT',
  };
};

const addFailure = async (storage: Storage, place: AttemptPlace, now: number): Promise<Attempts | null> => {
  const { failures, keys } = storage;
  const { name, address } = place;
  const { isKnownAddress } = await readAll(storage, place);
  const addTo = (key: string, max: number) =>
    change(failures, key, failuresRecord, (times) => newestAfterFailure(times ?? [], max, now));
  const [pair, strangers, fromAddress] = await Promise.all([
    change(failures, keys.pair(name, address), pairRecord, (before) => pairAfterFailure(before, now)),
    isKnownAddress ? { value: null } : addTo(keys.strangers(name), STRANGERS_FAILURES_MAX),
    addTo(keys.address(address), ADDRESS_FAILURES_MAX),
  ]);
  if (pair === null || strangers === null || fromAddress === null) return null;
  return {
    pair: pair.value,
    strangers: strangers.value ?? [],
    address: fromAddress.value ?? [],
    isKnownAddress,
  };
};

/** Once a day is enough to keep the entry, and spares most logins a write. */
const rememberAddress = async (
  { addresses, keys }: Storage,
  { account, address, isSignedIn }: Omit<AttemptPlace, 'name'>,
  now: number,
): Promise<void> => {
  if (isSignedIn) return;
  const key = keys.known(account, address);
  const entry = await addresses.get(key);
  const isRecent = entry?.operation === 'PUT' && now - entry.created.getTime() < DAY_MS;
  if (!isRecent) await addresses.put(key, '');
};

/** Opens the counters; `claimKey` makes the buckets' keys. */
export const openFailureCounters = async (nc: NatsConnection, claimKey: string): Promise<FailureCounters> => {
  const failures = await openBucket(nc, 'LOGIN_ATTEMPTS');
  const addresses = await openBucket(nc, 'LOGIN_ADDRESSES');
  const keys = openKeys(claimKey);
  const storage = { failures, addresses, keys };
  const deletePair = async (key: string): Promise<void> => {
    if ((await failures.get(key))?.operation === 'PUT') await failures.delete(key);
  };
  return {
    read: (place) => readAll(storage, place),
    addFailure: (place, now) => addFailure(storage, place, now),
    rememberAddress: (place, now) => rememberAddress(storage, place, now),
    forgive: async (names, address) =>
      void (await Promise.all(names.map((name) => deletePair(keys.pair(name, address))))),
    forgetAddresses: async (account) => {
      const found: string[] = [];
      for await (const key of await addresses.keys(keys.allKnown(account))) found.push(key);
      for (const key of found) await addresses.delete(key);
    },
  };
};
