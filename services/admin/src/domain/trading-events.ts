// The sentences of a timeline about exchange keys, deployments, rebalances and notices.
import type { DeploymentEvent } from '@tradeium/contracts';
import { codeWords, countWords, usdtWords, vutWords } from './amount-words.ts';
import { ORDER_EVENTS } from './order-events.ts';
import { bad, good, plain, type Told, told, toldByDoer, toldPlainly } from './told.ts';

type ReasonOf<Type extends DeploymentEvent['type']> = Extract<
  DeploymentEvent,
  { type: Type; data: { reason: string } }
>['data']['reason'];

const STOPPED: Readonly<Record<ReasonOf<'DeploymentStopped'>, string>> = {
  'by-user': 'Stopped a deployment',
  'by-operator': 'An operator stopped a deployment',
  'account-locked': 'A deployment was stopped with the lock of the account',
  drawdown: 'A deployment was stopped by its drawdown stop',
};

const ENDED: Readonly<Record<ReasonOf<'DeploymentEnded'>, string>> = {
  replaced: 'A newer deployment took the place of one',
  'account-deleted': 'A deployment ended with the account',
  'chat-deleted': 'A deployment ended with its chat',
  refused: 'A deployment could not be started',
};

const rebalanceFacts = ({ rebalanceId }: { rebalanceId: string }) => ({ rebalanceId });

const TRADER_EVENTS: readonly Told[] = [
  told(
    'KeysConnected',
    ({ exchange, isTestnet, replaces }) => ({ exchange, isTestnet, isReplacing: replaces !== null }),
    ({ exchange, isTestnet, isReplacing }) =>
      plain(
        `${isReplacing ? 'Replaced' : 'Connected'} the keys of ${exchange}${isTestnet ? ' (test network)' : ''}`,
      ),
  ),
  told(
    'KeysRemoved',
    ({ exchange }) => ({ exchange }),
    ({ exchange }) => plain(`Removed the keys of ${exchange}`),
  ),
  toldByDoer('TradingStopped', {
    user: plain('Stopped all deployments'),
    operator: plain('An operator stopped all deployments'),
    lock: plain('All deployments were stopped with the lock of the account'),
  }),
  toldPlainly('TraderErased', plain('Exchange keys and deployments were erased')),
];

const DEPLOYMENT_EVENTS: readonly Told[] = [
  told(
    'DeploymentCreated',
    ({ mode, exchange, settings }) => ({ mode, exchange, coins: settings.portfolio.length }),
    ({ mode, exchange, coins }) =>
      good(
        `Deployed a strategy of ${countWords(coins, 'coin')} ${mode === 'paper' ? 'on paper' : `live at ${exchange}`}`,
      ),
  ),
  toldPlainly('AutoRebalanceSwitchedOn', plain('Switched automatic rebalances on')),
  toldPlainly('AutoRebalanceSwitchedOff', plain('Switched automatic rebalances off')),
  toldPlainly('MandateChanged', plain('Changed what a deployment may do')),
  told(
    'DeploymentPaused',
    ({ reason }) => ({ reason }),
    ({ reason }) => bad(`A deployment was paused: ${codeWords(reason)}`),
  ),
  toldPlainly('DeploymentResumed', good('Resumed a deployment')),
  told(
    'DeploymentStopped',
    ({ reason }) => ({ reason }),
    ({ reason }) => bad(STOPPED[reason]),
  ),
  told(
    'DeploymentEnded',
    ({ reason }) => ({ reason }),
    ({ reason }) => plain(ENDED[reason]),
  ),
  told(
    'AccountReconciled',
    ({ changes }) =>
      changes.length === 0
        ? null
        : { changes: changes.map(({ asset, valueUsdt }) => ({ asset, valueUsdt })) },
    ({ changes }) => {
      const each = changes.map(({ asset, valueUsdt }) => `${asset} by ${usdtWords(valueUsdt)}`);
      return plain(`The exchange account was changed from outside: ${each.join(', ')}`);
    },
  ),
  told(
    'DrawdownWarned',
    ({ drawdownPercent }) => ({ drawdownPercent }),
    ({ drawdownPercent }) => bad(`A deployment is ${drawdownPercent.toFixed(2)} % below its highest value`),
  ),
  told(
    'CoinsLeftOut',
    ({ added }) => (added.length === 0 ? null : { added }),
    ({ added }) => bad(`The exchange does not trade ${added.join(', ')} now`),
  ),
];

const REBALANCE_EVENTS: readonly Told[] = [
  told(
    'RebalanceStarted',
    ({ rebalanceId, kind }) => ({ rebalanceId, kind }),
    ({ rebalanceId, kind }) =>
      plain(kind === 'sell' ? 'A sell to USDT began' : `A ${kind} rebalance began`, 'rebalance', rebalanceId),
  ),
  told(
    'RebalancePlanned',
    ({ rebalanceId, value, sells, wantedBuys }) => ({
      rebalanceId,
      value,
      sells: sells.length,
      buys: wantedBuys.length,
    }),
    ({ rebalanceId, value, sells, buys }) =>
      plain(
        `A rebalance plans ${countWords(sells, 'sell')} and ${countWords(buys, 'buy')} with ${usdtWords(value)}`,
        'rebalance',
        rebalanceId,
      ),
  ),
  told(
    'RebalanceCompleted',
    (data) => ({ ...rebalanceFacts(data), charged: data.charged, unsold: data.unsold ?? [] }),
    ({ rebalanceId, charged, unsold }) => {
      const rest = unsold.length > 0 ? `, with some of ${unsold.join(', ')} unsold` : '';
      return (rest === '' ? good : bad)(
        `A rebalance completed${rest}; ${vutWords(charged)} charged`,
        'rebalance',
        rebalanceId,
      );
    },
  ),
  told(
    'RebalanceFailed',
    (data) => ({ ...rebalanceFacts(data), reason: data.reason }),
    ({ rebalanceId, reason }) => bad(`A rebalance failed: ${codeWords(reason)}`, 'rebalance', rebalanceId),
  ),
];

const NOTICE_EVENTS: readonly Told[] = [
  told(
    'NoticeChannelsSet',
    ({ isMailOn, webhookUrl }) => ({ isMailOn, hasWebhook: webhookUrl !== null }),
    ({ isMailOn, hasWebhook }) => {
      const where = [...(isMailOn ? ['by mail'] : []), ...(hasWebhook ? ['to a webhook'] : [])];
      return plain(`Notices of trading go ${where.length === 0 ? 'to the app only' : where.join(' and ')}`);
    },
  ),
  toldPlainly('WebhookSecretRotated', plain('Renewed the key that signs notices')),
  told(
    'NoticeAttempted',
    ({ channel, outcome }) => (outcome === 'failed' ? { channel } : null),
    ({ channel }) => bad(`A notice of trading could not be sent by ${channel}`),
  ),
];

export const TRADING_EVENTS: readonly Told[] = [
  ...TRADER_EVENTS,
  ...DEPLOYMENT_EVENTS,
  ...REBALANCE_EVENTS,
  ...ORDER_EVENTS,
  ...NOTICE_EVENTS,
];
