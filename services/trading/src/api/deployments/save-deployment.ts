// Deploys a copy of a result: on paper with its own play account, or live with the user's keys.
import {
  EXCHANGE_DEFAULT,
  isRefusal,
  MESSAGES,
  messageOf,
  NO_MANDATE,
  PAPER_CAPITAL_USDT,
  type Refusal,
  refuse,
  type Share,
  type TradingMode,
} from '@tradeium/contracts';
import { type ChangeOf, idFrom } from '@tradeium/event-store';
import { answer, type Handler, type RequestContext, userHandler } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { Stores } from '../../aggregates.ts';
import { endReplaced } from '../../commands/end-deployments.ts';
import { removeRefused } from '../../commands/remove-unneeded.ts';
import { deployableResult } from '../../deployments/deployable-result.ts';
import { firstShare, shareAsked } from '../../deployments/first-share.ts';
import { exchangeRefusal, probedKeys } from '../../deployments/probed-keys.ts';
import { deploymentView } from '../../deployments/views.ts';
import { type CreatedDeployment, countedBy, isCreated, pricesLeftBy } from '../../domain/deployment-state.ts';
import { isExpired } from '../../domain/mandate.ts';
import { decideTrader, deploymentOfChat, keysOf } from '../../domain/trader.ts';
import { connectedKeys } from '../../rebalances/connected-keys.ts';
import { refusalOfExchange } from '../../rebalances/exchange-accounts.ts';
import { hashOfCode } from '../../sealed/deployed-code.ts';
import type { Dependencies } from '../dependencies.ts';

type Input = z.output<ReturnType<typeof messageOf<'saveDeployment'>>['input']>;
type NewDeployment = {
  readonly userId: string;
  readonly deploymentId: string;
  readonly chatId: string;
  readonly mode: TradingMode;
  readonly exchange: string;
  readonly share?: Share;
};

/** The same request is the same deployment. */
const deploymentIdOf = (userId: string, commandId: string): string => idFrom('deployment', userId, commandId);

type Allowed = {
  readonly isTestnet: boolean;
  readonly replaced: CreatedDeployment | null;
  readonly share: Share | null;
};

/** The trader's refusal, before an account is opened for it; and that no rebalance is under way. A replaced
 * deployment leaves its limits and its share behind. */
const placeRefusal = async (
  { traders, deployments }: Dependencies,
  place: NewDeployment,
  asked: Input['share'],
): Promise<Refusal | Allowed> => {
  const { state: trader } = await traders.load(place.userId);
  const isTestnet = place.mode === 'live' && keysOf(trader, place.exchange)?.isTestnet === true;
  const before = deploymentOfChat(trader, place.chatId);
  const isOther = before !== undefined && before !== place.deploymentId;
  const { state } = isOther ? await deployments.load(before) : { state: null };
  const replaced = state && isCreated(state) ? state : null;
  const share = shareAsked(asked, { ...place, isTestnet }, replaced);
  if (share !== null && isRefusal(share)) return share;
  const decided = decideTrader(
    { type: 'OpenDeployment', data: { ...place, ...(share && { share }) } },
    trader,
  );
  if (isRefusal(decided)) return decided;
  return replaced?.open ? refuse('REBALANCE_IN_PROGRESS') : { isTestnet, replaced, share };
};

/** As late as possible: the deployment that is replaced may trade until then. */
const countedBefore = async (
  { traders, deployments }: Dependencies,
  { userId, chatId }: NewDeployment,
): Promise<ReturnType<typeof countedBy>> => {
  const { state: trader } = await traders.load(userId);
  const replaced = deploymentOfChat(trader, chatId);
  return replaced === undefined ? {} : countedBy((await deployments.load(replaced)).state);
};

/** Keys may have been revoked since they were connected. */
const liveKeysRefusal = async (
  dependencies: Dependencies,
  { userId, exchange }: NewDeployment,
): Promise<Refusal | undefined> => {
  const keys = await connectedKeys(dependencies, userId, exchange);
  if (!keys) return refuse('API_KEYS_REQUIRED');
  const probe = await probedKeys(dependencies, exchange, keys);
  return isRefusal(probe) ? probe : undefined;
};

/** A repeated request finds its play account. */
const openPlayAccount = async (
  { keyStore, openPlayAccount: open, now }: Dependencies,
  { userId, deploymentId }: NewDeployment,
  capital: number,
): Promise<void> => {
  if (await keyStore.find(userId, { playAccount: deploymentId })) return;
  const connectedAt = now().toISOString();
  const keys = {
    ...(await open(String(capital))),
    keyId: deploymentId,
    isTestnet: false,
    connectedAt,
    accountId: null,
  };
  await keyStore.put(userId, { playAccount: deploymentId }, keys);
};

const prepareAccount = async (
  dependencies: Dependencies,
  place: NewDeployment,
  capital: number,
): Promise<Refusal | undefined> => {
  try {
    if (place.mode === 'live') return await liveKeysRefusal(dependencies, place);
    await openPlayAccount(dependencies, place, capital);
    return undefined;
  } catch (cause) {
    return refusalOfExchange(cause);
  }
};

/** A chat that was deleted before its deployment had its place has none; one that is deleted later ends it. */
const openPlace = async (
  dependencies: Dependencies,
  place: NewDeployment,
  others: readonly string[] | undefined,
  request: RequestContext,
): Promise<ChangeOf<Stores['traders']> | Refusal> => {
  const { userId, chatId } = place;
  const asked = { type: 'OpenDeployment', data: place } as const;
  const command = others ? { ...asked, others } : asked;
  const opened = await dependencies.traders.change(userId, command, { ...request, input: asked });
  if (isRefusal(opened)) return opened;
  await endReplaced(dependencies, userId, opened.state, request);
  const which = { chat_id: chatId, with_settings: false };
  // Answered from events: no read model has to catch up for it.
  const { after: _, ...context } = request;
  const found = await dependencies.client.request(MESSAGES.findChat, which, context);
  return isRefusal(found) && found.refused === 'CHAT_NOT_FOUND' ? found : opened;
};

const deploy = async (
  dependencies: Dependencies,
  { userId, request, input }: { userId: string; request: RequestContext; input: Input },
) => {
  const { backtest_session_id: chatId, backtest_folder_name: folderName, mode } = input;
  const { exchange = EXCHANGE_DEFAULT, paper_capital_usdt: capital = PAPER_CAPITAL_USDT } = input;
  const unsupported = exchangeRefusal(exchange);
  if (unsupported) return unsupported;
  // One that is left behind by a replaced deployment may have expired: it refuses every rebalance.
  if (input.mandate && isExpired(input.mandate, dependencies.now().toISOString()))
    return refuse('MANDATE_INVALID');
  const found = await deployableResult(dependencies, { userId, chatId, folderName }, request);
  if (isRefusal(found)) return found;
  const { result, source } = found;
  const deploymentId = deploymentIdOf(userId, request.commandId);
  const place: NewDeployment = { userId, deploymentId, chatId, mode, exchange };
  const allowed = await placeRefusal(dependencies, place, input.share);
  if (isRefusal(allowed)) return allowed;
  const refusal = await prepareAccount(dependencies, place, capital);
  if (refusal) return refusal;
  const { isTestnet, replaced } = allowed;
  const keeping = { replaced, isKept: input.share === undefined };
  const first = await firstShare(dependencies, { ...place, isTestnet }, allowed.share, keeping);
  if (isRefusal(first)) return first;
  if (source !== null) await dependencies.codeStore.put(userId, deploymentId, source);
  const data = {
    ...place,
    runId: result.run_id,
    folderName: result.folder_name,
    displayName: result.display_name,
    isTestnet,
    codeSha256: source === null ? null : hashOfCode(source),
    privateStrategyId: result.private_strategy_id,
    settings: result.settings,
    parameters: result.parameters,
    paperCapital: mode === 'paper' ? capital : null,
    mandate: input.mandate ?? replaced?.mandate ?? NO_MANDATE,
    createdAt: dependencies.now().toISOString(),
    counted: await countedBefore(dependencies, place),
    ...(replaced && {
      lastPrices: pricesLeftBy(replaced, { ...place, isTestnet }, result.settings.portfolio),
    }),
    ...first.facts,
  };
  const ids = { userId, deploymentId };
  const created = await dependencies.deployments.change(
    ids.deploymentId,
    { type: 'CreateDeployment', data },
    { ...request, input },
  );
  if (isRefusal(created)) {
    // Without an answer it may be there.
    if (created.refused !== 'SERVICE_UNAVAILABLE')
      await removeRefused(dependencies, userId, { deploymentId, sha256: data.codeSha256 });
    return created;
  }
  const { share } = created.state.created ?? {};
  const opened = await openPlace(dependencies, { ...place, ...(share && { share }) }, first.others, request);
  if (!isRefusal(opened)) return { ...created, written: opened.written };
  const ended = { type: 'EndDeployment', ...ids, reason: 'refused' } as const;
  await dependencies.deployments.change(ids.deploymentId, ended, {
    ...request,
    commandId: `refused:${deploymentId}`,
  });
  return opened;
};

export const saveDeployment = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('saveDeployment'), async (input, userId, request) => {
    const deployed = await deploy(dependencies, { userId, request, input });
    if (isRefusal(deployed)) return deployed;
    if (!isCreated(deployed.state)) throw new Error('a deployment has no beginning');
    return answer(deploymentView(deployed.state), deployed.written);
  });
