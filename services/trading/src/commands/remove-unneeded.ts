// Removes code and keys of a user that are no longer needed: of ended deployments, of keys that others
// replaced, and of requests that came to nothing.
import { type Deployment, unsettledOrders } from '../domain/deployment-state.ts';
import { keysOf } from '../domain/trader.ts';
import type { CodeName, DeployedCode } from '../sealed/deployed-code.ts';
import type { KeyOwner, KeyStore } from '../sealed/kept-keys.ts';
import type { DeploymentStores } from './places.ts';

export type Removing = DeploymentStores & {
  readonly keyStore: Pick<KeyStore, 'owners' | 'storedAt' | 'remove'>;
  readonly codeStore: Pick<DeployedCode, 'names' | 'storedAt' | 'remove'>;
  readonly now: () => Date;
};

type Ids = { readonly userId: string; readonly deploymentId: string };

/** A request is decided long before that. */
const ABANDONED_AFTER_MS = 3_600_000;
/** Replaced deployments of a user, newest rebalances first, whose plans can be made again. */
export const PROVABLE_KEPT = 20;

const isAbandoned = ({ now }: Removing, storedAt: Date | null): boolean =>
  storedAt !== null && now().getTime() - storedAt.getTime() > ABANDONED_AFTER_MS;

/** `proof`: it trades no more, but its exported plans can be made again. `unknown`: of no deployment so far. */
const useOfCode = (
  { created, status, reason, ended, open }: Deployment,
  { sha256 }: CodeName,
): 'trading' | 'proof' | 'none' | 'unknown' => {
  if (!created || (sha256 !== null && sha256 !== created.codeSha256)) return 'unknown';
  if (status !== 'ended') return 'trading';
  return reason?.code === 'replaced' && (ended.length > 0 || open !== null) ? 'proof' : 'none';
};

const unneededCode = async (stores: Removing, userId: string): Promise<CodeName[]> => {
  const unneeded: CodeName[] = [];
  const proofs: { name: CodeName; lastRebalanceAt: string }[] = [];
  for (const name of await stores.codeStore.names(userId)) {
    const { state } = await stores.deployments.load(name.deploymentId);
    const use = useOfCode(state, name);
    if (use === 'proof') proofs.push({ name, lastRebalanceAt: state.lastRebalanceAt ?? '' });
    if (use === 'none') unneeded.push(name);
    if (use === 'unknown' && isAbandoned(stores, await stores.codeStore.storedAt(userId, name)))
      unneeded.push(name);
  }
  const newestFirst = proofs.toSorted((one, other) =>
    other.lastRebalanceAt.localeCompare(one.lastRebalanceAt),
  );
  return [...unneeded, ...newestFirst.slice(PROVABLE_KEPT).map(({ name }) => name)];
};

/** Keys of an exchange are needed while they are connected; others may be those of a request that is not decided yet. */
const areExchangeKeysNeeded = async (
  stores: Removing,
  userId: string,
  owner: Extract<KeyOwner, { exchange: string }>,
): Promise<boolean> => {
  const { state: trader } = await stores.traders.load(userId);
  if (keysOf(trader, owner.exchange)?.keyId === owner.keyId) return true;
  return !isAbandoned(stores, await stores.keyStore.storedAt(userId, owner));
};

/** An ended deployment needs its play account as long as an order there is in doubt, or a rebalance under way. */
const isPlayAccountNeeded = async (
  stores: Removing,
  userId: string,
  owner: Extract<KeyOwner, { playAccount: string }>,
): Promise<boolean> => {
  const { state } = await stores.deployments.load(owner.playAccount);
  if (!state.created) return !isAbandoned(stores, await stores.keyStore.storedAt(userId, owner));
  return state.status !== 'ended' || state.open !== null || unsettledOrders(state).length > 0;
};

const removeKeysUnlessNeeded = async (
  stores: Removing,
  userId: string,
  owners: readonly KeyOwner[],
): Promise<void> => {
  for (const owner of owners) {
    const isNeeded =
      'exchange' in owner
        ? await areExchangeKeysNeeded(stores, userId, owner)
        : await isPlayAccountNeeded(stores, userId, owner);
    if (!isNeeded) await stores.keyStore.remove(userId, owner);
  }
};

/** Everything of a user that is stored and not needed. Safe to repeat. */
export const removeUnneeded = async (stores: Removing, userId: string): Promise<void> => {
  for (const name of await unneededCode(stores, userId)) await stores.codeStore.remove(userId, name);
  await removeKeysUnlessNeeded(stores, userId, await stores.keyStore.owners(userId));
};

const isAnythingStored = async (stores: Removing, { userId, deploymentId }: Ids): Promise<boolean> => {
  const { state } = await stores.deployments.load(deploymentId);
  const sha256 = state.created?.codeSha256;
  const stored = await Promise.all([
    stores.keyStore.storedAt(userId, { playAccount: deploymentId }),
    sha256 ? stores.codeStore.storedAt(userId, { deploymentId, sha256 }) : null,
  ]);
  return stored.some((at) => at !== null);
};

/** Removes what the end of a deployment leaves unneeded. One of which nothing is stored was dealt with before, with all others. */
export const removeAfterEnd = async (stores: Removing, ids: Ids): Promise<void> => {
  if (await isAnythingStored(stores, ids)) await removeUnneeded(stores, ids.userId);
};

/** Keys of the play account of a deployment, or of an exchange. */
export type KeysInQuestion = { readonly deploymentId: string } | { readonly exchange: string };

/** The keys in question, if they are no longer needed. Safe to repeat. */
export const removeUnneededKeys = async (
  stores: Removing,
  userId: string,
  keys: KeysInQuestion,
): Promise<void> => {
  if ('exchange' in keys) {
    const owners = await stores.keyStore.owners(userId);
    const ofExchange = owners.filter((owner) => 'exchange' in owner && owner.exchange === keys.exchange);
    return removeKeysUnlessNeeded(stores, userId, ofExchange);
  }
  const owner = { playAccount: keys.deploymentId };
  if (await isPlayAccountNeeded(stores, userId, owner)) return;
  if ((await stores.keyStore.storedAt(userId, owner)) !== null) await stores.keyStore.remove(userId, owner);
};

/** Removes the data stored for a refused deployment; none if the deployment exists because of an earlier request. */
export const removeRefused = async (
  { deployments, codeStore, keyStore }: Removing,
  userId: string,
  { deploymentId, sha256 }: { readonly deploymentId: string; readonly sha256: string | null },
): Promise<void> => {
  const { state } = await deployments.load(deploymentId);
  if (sha256 !== null && state.created?.codeSha256 !== sha256)
    await codeStore.remove(userId, { deploymentId, sha256 });
  if (!state.created) await keyStore.remove(userId, { playAccount: deploymentId });
};
