// A user as a trader: which exchange keys are connected, and which chat has which deployment.
import {
  PAPER_DEPLOYMENTS_MAX,
  type Refusal,
  refuse,
  type TraderEvent,
  tradingEvents,
} from '@tradeium/contracts';

export type DataOf<Type extends TraderEvent['type']> = Extract<TraderEvent, { type: Type }>['data'];

type Opened = Pick<DataOf<'DeploymentOpened'>, 'chatId' | 'mode' | 'exchange'> & { readonly isOpen: boolean };

export type Trader = {
  readonly keys: Readonly<Record<string, DataOf<'KeysConnected'>>>;
  /** By id, oldest first: the newest of each chat, and those that have not been closed. */
  readonly deployments: Readonly<Record<string, Opened>>;
  readonly isErased: boolean;
};

const newTrader: Trader = { keys: {}, deployments: {}, isErased: false };

const without = <Value>(record: Readonly<Record<string, Value>>, key: string | null) =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));

/** Ids come from outside, and every object inherits the keys of `Object`. */
const deploymentIn = ({ deployments }: Trader, id: string): Opened | undefined =>
  Object.hasOwn(deployments, id) ? deployments[id] : undefined;

const withOpen = (trader: Trader, id: string, isOpen: boolean): Trader => {
  const found = deploymentIn(trader, id);
  return found ? { ...trader, deployments: { ...trader.deployments, [id]: { ...found, isOpen } } } : trader;
};

const evolveTrader = (trader: Trader, { type, data }: TraderEvent): Trader => {
  switch (type) {
    case 'KeysConnected':
      return { ...trader, keys: { ...trader.keys, [data.exchange]: data } };
    case 'KeysRemoved':
      return { ...trader, keys: without(trader.keys, data.exchange) };
    case 'DeploymentOpened': {
      const { deploymentId, chatId, mode, exchange, replaces } = data;
      const others = without(trader.deployments, replaces);
      return {
        ...trader,
        deployments: { ...others, [deploymentId]: { chatId, mode, exchange, isOpen: true } },
      };
    }
    case 'DeploymentClosed':
      return withOpen(trader, data.deploymentId, false);
    case 'DeploymentReopened':
      return withOpen(trader, data.deploymentId, true);
    case 'TradingStopped':
      return data.deploymentIds.reduce((stopped, id) => withOpen(stopped, id, false), trader);
    case 'TraderErased':
      return { ...newTrader, isErased: true };
  }
};

/** One aggregate per user. */
export const traderAggregate = {
  ...tradingEvents.trader,
  stateVersion: 1,
  initial: newTrader,
  evolve: evolveTrader,
  rememberedCommands: 200,
} as const;

export const deploymentOfChat = ({ deployments }: Trader, chatId: string): string | undefined =>
  Object.entries(deployments).findLast(([, opened]) => opened.chatId === chatId)?.[0];

export const keysOf = ({ keys }: Trader, exchange: string): DataOf<'KeysConnected'> | undefined =>
  Object.hasOwn(keys, exchange) ? keys[exchange] : undefined;

/** Deployments that may trade, oldest first. */
export const openDeployments = ({ deployments }: Trader): string[] =>
  Object.keys(deployments).filter((id) => deployments[id]?.isOpen);

export type TraderCommand =
  | {
      type: 'ConnectKeys';
      data: Omit<DataOf<'KeysConnected'>, 'replaces'>;
      /** Whether they are of the account whose keys are stored. */
      account: 'same' | 'another' | 'unknown';
    }
  | { type: 'RemoveKeys'; userId: string; exchange: string }
  | { type: 'OpenDeployment'; data: Omit<DataOf<'DeploymentOpened'>, 'replaces'> }
  | { type: 'CloseDeployment'; userId: string; deploymentId: string }
  | { type: 'ReopenDeployment'; userId: string; deploymentId: string }
  | { type: 'StopTrading'; userId: string }
  | { type: 'EraseTrader'; userId: string };

type CommandOf<Type extends TraderCommand['type']> = Extract<TraderCommand, { type: Type }>;
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
      return deploymentIn(trader, command.deploymentId)?.isOpen
        ? [{ type: 'DeploymentClosed', data: idsOf(command) }]
        : [];
    case 'ReopenDeployment':
      return reopenDeployment(command, trader);
    case 'StopTrading':
      return stopTrading(command, trader);
    case 'EraseTrader':
      return [
        {
          type: 'TraderErased',
          data: { userId: command.userId, deploymentIds: Object.keys(trader.deployments) },
        },
      ];
  }
};

const idsOf = ({ userId, deploymentId }: { userId: string; deploymentId: string }) => ({
  userId,
  deploymentId,
});

/** Whether a deployment trades with the stored keys of an exchange. */
export const hasLive = ({ deployments }: Trader, exchange: string, except?: string): boolean =>
  Object.entries(deployments).some(
    ([id, each]) => id !== except && each.isOpen && each.mode === 'live' && each.exchange === exchange,
  );

/** While a deployment trades, its keys are replaced by others of the same account only. */
const accountRefusal = (
  { data, account }: CommandOf<'ConnectKeys'>,
  stored: DataOf<'KeysConnected'>,
): Refusal | undefined => {
  if (stored.isTestnet !== data.isTestnet) return refuse('API_KEYS_IN_USE');
  if (account === 'another') return refuse('API_KEYS_OF_ANOTHER_ACCOUNT');
  return account === 'unknown' ? refuse('API_KEYS_ACCOUNT_UNKNOWN') : undefined;
};

const connectKeys = (command: CommandOf<'ConnectKeys'>, trader: Trader): Decision => {
  const { data } = command;
  const stored = keysOf(trader, data.exchange);
  const refusal = stored && hasLive(trader, data.exchange) ? accountRefusal(command, stored) : undefined;
  if (refusal) return refusal;
  return [{ type: 'KeysConnected', data: { ...data, replaces: stored?.keyId ?? null } }];
};

const removeKeys = ({ userId, exchange }: CommandOf<'RemoveKeys'>, trader: Trader): Decision => {
  const stored = keysOf(trader, exchange);
  if (!stored) return refuse('API_KEYS_NOT_FOUND');
  if (hasLive(trader, exchange)) return refuse('API_KEYS_IN_USE');
  return [{ type: 'KeysRemoved', data: { userId, exchange, keyId: stored.keyId } }];
};

/** Why a deployment gets no place beside the others; `except` gives its place up. */
const placeRefusal = (
  trader: Trader,
  { mode, exchange }: Pick<Opened, 'mode' | 'exchange'>,
  except: string | undefined,
): Refusal | undefined => {
  if (mode === 'live') {
    if (!keysOf(trader, exchange)) return refuse('API_KEYS_REQUIRED');
    return hasLive(trader, exchange, except) ? refuse('LIVE_DEPLOYMENT_ACTIVE') : undefined;
  }
  const others = Object.entries(trader.deployments).filter(
    ([id, each]) => id !== except && each.isOpen && each.mode === 'paper',
  );
  return others.length >= PAPER_DEPLOYMENTS_MAX
    ? refuse('TOO_MANY_PAPER_DEPLOYMENTS', { limit: PAPER_DEPLOYMENTS_MAX })
    : undefined;
};

const openDeployment = ({ data }: CommandOf<'OpenDeployment'>, trader: Trader): Decision => {
  if (Object.hasOwn(trader.deployments, data.deploymentId)) return [];
  const replaces = deploymentOfChat(trader, data.chatId);
  return (
    placeRefusal(trader, data, replaces) ?? [
      { type: 'DeploymentOpened', data: { ...data, replaces: replaces ?? null } },
    ]
  );
};

const reopenDeployment = (command: CommandOf<'ReopenDeployment'>, trader: Trader): Decision => {
  const found = deploymentIn(trader, command.deploymentId);
  if (!found) return refuse('DEPLOYMENT_ENDED');
  if (found.isOpen) return [];
  const refusal = placeRefusal(trader, found, command.deploymentId);
  return refusal ?? [{ type: 'DeploymentReopened', data: idsOf(command) }];
};

const stopTrading = ({ userId }: CommandOf<'StopTrading'>, trader: Trader): Decision => {
  const deploymentIds = openDeployments(trader);
  return deploymentIds.length === 0 ? [] : [{ type: 'TradingStopped', data: { userId, deploymentIds } }];
};
