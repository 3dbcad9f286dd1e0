// A user as a trader: which exchange keys are connected, and which chat has which deployment.
import {
  DEPLOYMENTS_MAX,
  PAPER_DEPLOYMENTS_MAX,
  type Refusal,
  refuse,
  type Share,
  type TraderEvent,
  tradingEvents,
} from '@tradeium/contracts';

export type DataOf<Type extends TraderEvent['type']> = Extract<TraderEvent, { type: Type }>['data'];

type Opened = Pick<DataOf<'DeploymentOpened'>, 'chatId' | 'mode' | 'exchange'> & {
  readonly isOpen: boolean;
  /** How often the deployment had been stopped when it was closed or reopened last. */
  readonly stops: number;
  /** It can't be resumed any more. */
  readonly isEnded?: boolean;
  /** Null: the whole account. */
  readonly share: Share | null;
  /** Counts the openings of places: the one that was opened last has the highest. */
  readonly rank: number;
};

export type Trader = {
  readonly keys: Readonly<Record<string, DataOf<'KeysConnected'>>>;
  /** By id, oldest first: the newest of each chat, and those that have not been closed. */
  readonly deployments: Readonly<Record<string, Opened>>;
  /** Those that newer ones have replaced, until each is known to have ended without an order in doubt. */
  readonly replaced: readonly string[];
  readonly isErased: boolean;
};

const newTrader: Trader = { keys: {}, deployments: {}, replaced: [], isErased: false };
const REPLACED_KEPT = 20;

const without = <Value>(record: Readonly<Record<string, Value>>, key: string | null) =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));

/** Ids come from outside, and every object inherits the keys of `Object`. */
export const deploymentPlaceOf = ({ deployments }: Trader, deploymentId: string): Opened | undefined =>
  Object.hasOwn(deployments, deploymentId) ? deployments[deploymentId] : undefined;

const nextRank = ({ deployments }: Trader): number =>
  1 + Math.max(0, ...Object.values(deployments).map(({ rank }) => rank));

type PlaceFact = Pick<DataOf<'DeploymentClosed'>, 'deploymentId' | 'stops' | 'isEnded'>;

/** A place that an event opens or closes; one that was left to a newer deployment is given up permanently. */
const withPlace = (trader: Trader, isOpen: boolean, { deploymentId, stops, isEnded }: PlaceFact): Trader => {
  const found = deploymentPlaceOf(trader, deploymentId);
  if (!found) return { ...trader, replaced: trader.replaced.filter((each) => each !== deploymentId) };
  const rank = isOpen && !found.isOpen ? nextRank(trader) : found.rank;
  const changed = { ...found, isOpen, rank, stops, ...(isEnded && { isEnded }) };
  return { ...trader, deployments: { ...trader.deployments, [deploymentId]: changed } };
};

const evolveTrader = (trader: Trader, { type, data }: TraderEvent): Trader => {
  switch (type) {
    case 'KeysConnected':
      return { ...trader, keys: { ...trader.keys, [data.exchange]: data } };
    case 'KeysRemoved':
      return { ...trader, keys: without(trader.keys, data.exchange) };
    case 'DeploymentOpened': {
      const { deploymentId, chatId, mode, exchange, replaces, share = null } = data;
      const opened = { chatId, mode, exchange, isOpen: true, stops: 0, share, rank: nextRank(trader) };
      const others = without(trader.deployments, replaces);
      return {
        ...trader,
        deployments: { ...others, [deploymentId]: opened },
        replaced: replaces === null ? trader.replaced : [...trader.replaced, replaces].slice(-REPLACED_KEPT),
      };
    }
    case 'DeploymentClosed':
      return withPlace(trader, false, data);
    case 'DeploymentReopened':
      return withPlace(trader, true, data);
    case 'TradingStopped':
      return data.deploymentIds.reduce(
        (stopped, deploymentId, index) =>
          withPlace(stopped, false, { deploymentId, stops: data.stops[index] ?? 0 }),
        trader,
      );
    case 'TraderErased':
      return { ...newTrader, isErased: true };
  }
};

export const deploymentOfChat = ({ deployments }: Trader, chatId: string): string | undefined =>
  Object.entries(deployments).findLast(([, opened]) => opened.chatId === chatId)?.[0];

export const keysOf = ({ keys }: Trader, exchange: string): DataOf<'KeysConnected'> | undefined =>
  Object.hasOwn(keys, exchange) ? keys[exchange] : undefined;

/** Every deployment that may still trade, also one that is being replaced; and some that may not. */
export const knownDeployments = ({ deployments, replaced }: Trader): string[] => [
  ...replaced,
  ...Object.keys(deployments),
];

export type TraderCommand =
  | {
      type: 'ConnectKeys';
      data: Omit<DataOf<'KeysConnected'>, 'replaces'>;
      /** Says if they are of the account of the keys with this id; null: they were compared with none. */
      account: { readonly is: 'same' | 'another' | 'unknown'; readonly keyId: string } | null;
      unsettled: string | null;
    }
  /** `unsettled`: an order whose outcome only the stored keys can find out. */
  | { type: 'RemoveKeys'; userId: string; exchange: string; unsettled: string | null }
  /** `others`: those that traded the account when it was looked at for a share of it. */
  | {
      type: 'OpenDeployment';
      data: Omit<DataOf<'DeploymentOpened'>, 'replaces'>;
      others?: readonly string[];
    }
  /** `stops`: how often the deployment has been stopped, with the stop that this is about. */
  | { type: 'ReopenDeployment'; userId: string; deploymentId: string; stops: number }
  | { type: 'CloseDeployment'; userId: string; deploymentId: string; stops: number; isEnded?: true }
  /** `stopped`: each deployment that is stopped by now, and how often it has been. */
  | { type: 'StopTrading'; userId: string; stopped: Readonly<Record<string, number>> }
  /** `ended`: the deployments that have ended for it. */
  | { type: 'EraseTrader'; userId: string; ended: readonly string[] };

type CommandOf<Type extends TraderCommand['type']> = Extract<TraderCommand, { type: Type }>;
type PlaceCommand = CommandOf<'CloseDeployment' | 'ReopenDeployment'>;
type Decision = TraderEvent[] | Refusal;

/** Decides a command; refusals in the order in which they are checked. */
export const decideTrader = (command: TraderCommand, trader: Trader): Decision => {
  if (trader.isErased) return command.type === 'EraseTrader' ? [] : refuse('UNAUTHORIZED');
  switch (command.type) {
    case 'ConnectKeys':
      return connectKeys(command, trader);
    case 'RemoveKeys':
      return removeKeys(command, trader);
    case 'OpenDeployment':
      return openDeployment(command, trader);
    case 'CloseDeployment':
      return closeDeployment(command, trader);
    case 'ReopenDeployment':
      return reopenDeployment(command, trader);
    case 'StopTrading':
      return stopTrading(command, trader);
    case 'EraseTrader':
      return eraseTrader(command, trader);
  }
};

/** One aggregate per user. */
export const traderAggregate = {
  ...tradingEvents.trader,
  stateVersion: 3,
  initial: newTrader,
  evolve: evolveTrader,
  decide: decideTrader,
  userOf: (userId: string) => userId,
  comparesCommands: true,
  rememberedCommands: 200,
} as const;

const factOf = ({ userId, deploymentId, stops }: PlaceCommand) => ({ userId, deploymentId, stops });

/** The deployments that trade with the stored keys of an exchange, by id. */
export const liveAt = ({ deployments }: Trader, exchange: string, except?: string): [string, Opened][] =>
  Object.entries(deployments).filter(
    ([id, each]) => id !== except && each.isOpen && each.mode === 'live' && each.exchange === exchange,
  );

/** True if one trades live at the exchange. */
export const hasLive = (trader: Trader, exchange: string): boolean => liveAt(trader, exchange).length > 0;

/** The percentage of an account that shares leave. */
export const percentTaken = (others: readonly Pick<Opened, 'share'>[]): number => {
  const taken = others.reduce((sum, { share }) => sum + (share && 'percent' in share ? share.percent : 0), 0);
  return Number(taken.toFixed(2));
};

/** One deployment has the whole account, or each has a share. */
const liveRefusal = (
  trader: Trader,
  exchange: string,
  share: Share | null,
  except?: string,
): Refusal | undefined => {
  if (!keysOf(trader, exchange)) return refuse('API_KEYS_REQUIRED');
  const others = liveAt(trader, exchange, except).map(([, opened]) => opened);
  if (others.length === 0) return undefined;
  if (share === null || others.some((each) => each.share === null)) return refuse('LIVE_DEPLOYMENT_ACTIVE');
  const taken = percentTaken(others);
  return 'percent' in share && taken + share.percent > 100
    ? refuse('SHARE_PERCENT_TAKEN', { taken, left: Number((100 - taken).toFixed(2)) })
    : undefined;
};

/**
 * While a deployment trades, or an order is in doubt, keys are replaced by others of the same account only: another account
 * does not know the order.
 */
const accountRefusal = (
  { data, account, unsettled }: CommandOf<'ConnectKeys'>,
  stored: DataOf<'KeysConnected'>,
  isTrading: boolean,
): Refusal | undefined => {
  if (!isTrading && unsettled === null) return undefined;
  // Others were connected since they were compared: nobody knows yet.
  if (account?.keyId !== stored.keyId) return refuse('CONCURRENT_CHANGE');
  if (stored.isTestnet !== data.isTestnet || account.is === 'another') {
    if (unsettled !== null) return refuse('API_KEYS_NEEDED_FOR_ORDER', { order: unsettled });
    return refuse(account.is === 'another' ? 'API_KEYS_OF_ANOTHER_ACCOUNT' : 'API_KEYS_IN_USE');
  }
  return account.is === 'unknown' ? refuse('API_KEYS_ACCOUNT_UNKNOWN') : undefined;
};

const connectKeys = (command: CommandOf<'ConnectKeys'>, trader: Trader): Decision => {
  const { data } = command;
  const stored = keysOf(trader, data.exchange);
  const refusal = stored && accountRefusal(command, stored, hasLive(trader, data.exchange));
  if (refusal) return refusal;
  return [{ type: 'KeysConnected', data: { ...data, replaces: stored?.keyId ?? null } }];
};

const removeKeys = ({ userId, exchange, unsettled }: CommandOf<'RemoveKeys'>, trader: Trader): Decision => {
  const stored = keysOf(trader, exchange);
  if (!stored) return refuse('API_KEYS_NOT_FOUND');
  if (hasLive(trader, exchange)) return refuse('API_KEYS_IN_USE');
  if (unsettled !== null) return refuse('API_KEYS_NEEDED_FOR_ORDER', { order: unsettled });
  return [{ type: 'KeysRemoved', data: { userId, exchange, keyId: stored.keyId } }];
};

/** Why a deployment gets no place in addition to the others; `except` gives its place up. */
const placeRefusal = (
  trader: Trader,
  { mode, exchange, share }: Pick<Opened, 'mode' | 'exchange' | 'share'>,
  except: string | undefined,
): Refusal | undefined => {
  if (mode === 'live') return liveRefusal(trader, exchange, share, except);
  const others = Object.entries(trader.deployments).filter(
    ([id, each]) => id !== except && each.isOpen && each.mode === 'paper',
  );
  return others.length >= PAPER_DEPLOYMENTS_MAX
    ? refuse('TOO_MANY_PAPER_DEPLOYMENTS', { limit: PAPER_DEPLOYMENTS_MAX })
    : undefined;
};

/** Each that can be resumed keeps its code and its account. */
const numberRefusal = ({ deployments }: Trader, except: string | undefined): Refusal | undefined =>
  Object.entries(deployments).filter(([id, { isEnded }]) => id !== except && !isEnded).length >=
  DEPLOYMENTS_MAX
    ? refuse('TOO_MANY_DEPLOYMENTS', { limit: DEPLOYMENTS_MAX })
    : undefined;

/** Set when the USDT that was free for a share may have been given to another one since. */
const isLookOld = (
  { data, others }: CommandOf<'OpenDeployment'>,
  trader: Trader,
  except: string | undefined,
) => {
  if (!others) return false;
  const now = liveAt(trader, data.exchange, except).map(([id]) => id);
  return now.some((id) => !others.includes(id));
};

const openDeployment = (command: CommandOf<'OpenDeployment'>, trader: Trader): Decision => {
  const { data } = command;
  if (Object.hasOwn(trader.deployments, data.deploymentId)) return [];
  const replaces = deploymentOfChat(trader, data.chatId);
  return (
    numberRefusal(trader, replaces) ??
    placeRefusal(trader, { ...data, share: data.share ?? null }, replaces) ??
    (isLookOld(command, trader, replaces) ? refuse('CONCURRENT_CHANGE') : undefined) ?? [
      { type: 'DeploymentOpened', data: { ...data, replaces: replaces ?? null } },
    ]
  );
};

/** A close that comes late must not close what was reopened after that stop. */
const isNewer = (found: Opened | undefined, stops: number): boolean =>
  found !== undefined && stops > found.stops;

const closeDeployment = (command: CommandOf<'CloseDeployment'>, trader: Trader): Decision => {
  const { deploymentId, stops, isEnded } = command;
  const found = deploymentPlaceOf(trader, deploymentId);
  const isLeft = trader.replaced.includes(deploymentId);
  // Places that were closed before their end was noted count for a number until it is.
  const isEndNews = isEnded === true && found !== undefined && !found.isEnded;
  return isLeft || isEndNews || isNewer(found, stops)
    ? [{ type: 'DeploymentClosed', data: { ...factOf(command), ...(isEnded && { isEnded }) } }]
    : [];
};

const reopenDeployment = (command: PlaceCommand, trader: Trader): Decision => {
  const found = deploymentPlaceOf(trader, command.deploymentId);
  if (!found) return refuse('DEPLOYMENT_ENDED');
  // Stopped again meanwhile.
  if (command.stops < found.stops) return refuse('DEPLOYMENT_STOPPED');
  if (found.isOpen && command.stops === found.stops) return [];
  const refusal = found.isOpen ? undefined : placeRefusal(trader, found, command.deploymentId);
  return refusal ?? [{ type: 'DeploymentReopened', data: factOf(command) }];
};

const stopTrading = ({ userId, stopped }: CommandOf<'StopTrading'>, trader: Trader): Decision => {
  const closed = Object.entries(stopped).filter(([id, stops]) =>
    isNewer(deploymentPlaceOf(trader, id), stops),
  );
  const [deploymentIds, stops] = [closed.map(([id]) => id), closed.map(([, count]) => count)];
  return closed.length === 0 ? [] : [{ type: 'TradingStopped', data: { userId, deploymentIds, stops } }];
};

/** Only once each deployment has ended: no order follows the erasure. */
const eraseTrader = ({ userId, ended }: CommandOf<'EraseTrader'>, trader: Trader): Decision => {
  const deploymentIds = knownDeployments(trader);
  if (!deploymentIds.every((id) => ended.includes(id))) return refuse('CONCURRENT_CHANGE');
  return [{ type: 'TraderErased', data: { userId, deploymentIds } }];
};
