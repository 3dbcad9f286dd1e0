// Opens the dependencies of the trading service's handlers, reactions and activities.
import { openCreditHolds } from '@tradeium/credit-hold';
import { noteResults, openSealedValues, openUserFiles, type ServiceKit } from '@tradeium/service-kit';
import type { z } from 'zod';
import type { aggregates } from './aggregates.ts';
import type { config as schema } from './config.ts';
import { openExchangeAccount } from './exchange/open-exchange-account.ts';
import { openPlayAccount } from './exchange/play-account.ts';
import { openTradingProcesses } from './exchange/trading-processes.ts';
import { isLocalUrl } from './notices/webhook-address.ts';
import { countScheduled, deploymentsProjection } from './projections/deployments.ts';
import { historyProjection } from './projections/history.ts';
import { liveFactsProjection } from './projections/live-facts.ts';
import { valuesProjection } from './projections/values.ts';
import type { OpenAccount } from './rebalances/exchange-accounts.ts';
import { openDeployedCode } from './sealed/deployed-code.ts';
import { openKeyStore } from './sealed/kept-keys.ts';
import { openTwinStore } from './twin/kept-twin.ts';
import { openTwinThreads } from './twin/twin-threads.ts';

type Kit = ServiceKit<z.output<typeof schema>, typeof aggregates, true>;

export const openParts = async (kit: Kit) => {
  const { config, nc, log, now, blobs, client, aggregates, projections, sealing, temporal, lifetime } = kit;
  const { PAPER_EXCHANGE_URL: paperUrl, LIVE_EXCHANGE_URL: liveUrl } = config;
  const { count } = openTradingProcesses(nc);
  const outside = kit.outside('exchange');
  const openAccount: OpenAccount = ({ mode, exchange, keys: { apiKey, apiSecret, isTestnet } }) => {
    const url = mode === 'paper' ? paperUrl : liveUrl;
    return openExchangeAccount({
      exchange,
      url,
      apiKey,
      apiSecret,
      isTestnet,
      log,
      outside,
      processes: count,
    });
  };
  const playAccounts = noteResults({ open: openPlayAccount }, outside.of('play accounts'));
  const twinThreads = openTwinThreads(log);
  lifetime.onStop('threads', twinThreads.close);
  const deploymentModel = () => projections.documents(deploymentsProjection);
  return {
    ...aggregates,
    nc,
    config,
    log,
    now,
    blobs,
    files: openUserFiles(blobs, sealing),
    client,
    holds: openCreditHolds(client),
    temporal,
    openAccount,
    openPlayAccount: (capitalUsdt: string) => playAccounts.open(paperUrl, capitalUsdt),
    userKeys: sealing,
    isLocal: isLocalUrl(config.PUBLIC_URL),
    caughtUp: projections.caughtUp,
    keyStore: openKeyStore(openSealedValues(nc, 'EXCHANGE_KEYS', sealing)),
    codeStore: openDeployedCode(openSealedValues(nc, 'DEPLOYED_CODE', sealing)),
    twinStore: openTwinStore(openSealedValues(nc, 'LIVE_TWINS', sealing)),
    twinThreads,
    deploymentModel,
    countScheduled: () => countScheduled(deploymentModel),
    historyModel: () => projections.documents(historyProjection),
    valueModel: () => projections.documents(valuesProjection),
    factModel: () => projections.documents(liveFactsProjection),
  };
};
