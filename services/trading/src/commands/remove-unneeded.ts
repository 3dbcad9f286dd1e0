// Removes the code and keys of a user that nothing needs any more: of ended deployments, and of requests that came to nothing.
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
  const provable: { name: CodeName; lastRebalanceAt: string }[] = [];
  for (const name of await stores.codeStore.names(userId)) {
    const { state } = await stores.deployments.load(name.deploymentId);
    const use = useOfCode(state, name);
    if (use === 'proof') provable.push({ name, lastRebalanceAt: state.lastRebalanceAt ?? '' });
    if (use === 'none') unneeded.push(name);
    if (use === 'unknown' && isAbandoned(stores, await stores.codeStore.storedAt(userId, name)))
      unneeded.push(name);
  }
  const oldest = provable
    .toSorted((one, other) => other.lastRebalanceAt.localeCompare(one.lastRebalanceAt))
    .slice(PROVABLE_KEPT);
  return [...unneeded, ...oldest.map(({ name }) => name)];
};

/** An ended deployment needs its account as long as an order there is in doubt, or a rebalance under way. */
const areKeysUnneeded = async (stores: Removing, userId: string, owner: KeyOwner): Promise<boolean> => {
  if ('exchange' in owner) {
    const { state: trader } = await stores.traders.load(userId);
    if (keysOf(trader, owner.exchange)?.keyId === owner.keyId) return false;
  } else {
    const { state } = await stores.deployments.load(owner.playAccount);
    if (state.created)
      return state.status === 'ended' && state.open === null && unsettledOrders(state).length === 0;
  }
  return isAbandoned(stores, await stores.keyStore.storedAt(userId, owner));
};

/** Safe to repeat. */
export const removeUnneeded = async (stores: Removing, userId: string): Promise<void> => {
  for (const name of await unneededCode(stores, userId)) await stores.codeStore.remove(userId, name);
  for (const owner of await stores.keyStore.owners(userId))
    if (await areKeysUnneeded(stores, userId, owner)) await stores.keyStore.remove(userId, owner);
};

/** What was stored for a deployment that was refused; nothing of one that is there, because of an earlier request. */
export const removeRefused = async (
  { deployments, codeStore, keyStore }: Removing,
  userId: string,
  name: CodeName,
): Promise<void> => {
  const { deploymentId } = name;
  const { state } = await deployments.load(deploymentId);
  if (state.created?.codeSha256 !== name.sha256) await codeStore.remove(userId, name);
  if (!state.created) await keyStore.remove(userId, { playAccount: deploymentId });
};
