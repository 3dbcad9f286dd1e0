// The words of notices: a heading and a text for each kind, with the name of the deployment.
import type { NoticeKind, TradingMode } from '@tradeium/contracts';
import { BY_USER } from '../domain/notice-of-event.ts';

type Words = { readonly title: string; readonly text: string };

/** A notice's subject; `name` is null where there is no deployment to name. */
type About = { readonly name: string | null; readonly mode: TradingMode | null };

/** Where it is read: by its user in the app, or in a mail or webhook, which may be read by somebody who did not do it. */
type Channel = 'in-app' | 'sent';

/** The reason as a separate sentence; nothing when there is none. */
const because = (detail: string): string =>
  detail === '' ? '' : ` The reason: ${detail.replace(/\.$/, '')}.`;

const WORDS: Readonly<Record<NoticeKind, (name: string, detail: string) => Words>> = {
  paused: (name, detail) => ({
    title: `${name} is paused`,
    text: `No order is sent until you press Resume.${because(detail)}`,
  }),
  drawdown_warning: (name, detail) => ({
    title: `${name} is close to its drawdown stop`,
    text: `The value is ${detail} below its highest. Trading stops at the drawdown that you have set.`,
  }),
  drawdown_stop: (name, detail) => ({
    title: `${name} was stopped by its drawdown stop`,
    text: `No rebalance sends an order any more. ${detail === '' ? 'Positions stay as they are.' : `${detail}.`} Only you can start it again.`,
  }),
  rebalance_failed: (name, detail) => ({
    title: `A rebalance of ${name} failed`,
    text: `Look at the activity for the orders that were sent before.${because(detail)}`,
  }),
  sell_unfinished: (name, detail) => ({
    title: `${name} was not sold whole`,
    text: `Something that you wanted to be in USDT may still be in coins. Look at the activity and sell again.${because(detail)}`,
  }),
  external_change: (name, detail) => ({
    title: `The account of ${name} was changed from outside`,
    text: `Not by an order of this deployment: ${detail}. If that was not you, change your exchange keys.`,
  }),
  coins_left_out: (name, detail) => ({
    title: `${name} goes on without ${detail}`,
    text: `The exchange does not trade ${detail} now: it is not listed, or its market is halted. Rebalances leave it out until it is traded again. What you hold of it counts at its last known price.`,
  }),
  keys_refused: (name, detail) => ({
    title: `The exchange refuses the keys of ${name}`,
    text: `Nothing can be traded until keys are connected that the exchange accepts.${because(detail)}`,
  }),
  mandate_expired: (name) => ({
    title: `The mandate of ${name} has expired`,
    text: 'No order is sent until you set a later last day under Limits and press Resume.',
  }),
  kill_switch: (name, detail) => ({
    title: detail === '' ? `Trading of ${name} was stopped` : 'All trading was stopped',
    text: 'No order is sent any more. Positions stay as they are.',
  }),
  credits_too_low: (name) => ({
    title: `Too few credits to rebalance ${name}`,
    text: 'The rebalance was skipped and nothing was sent. Top up your credits so that the next one can run.',
  }),
  credits_owed: (name, detail) => ({
    title: `${name} was not rebalanced: credits are still to be paid back`,
    text: `The rebalance was skipped and nothing was sent.${because(detail)}`,
  }),
  test: () => ({
    title: 'A test notice',
    text: 'Notices about your trading arrive here. You asked for this one on the trading page.',
  }),
};

const BY_YOU = 'Stopped by you.';
const FROM_ACCOUNT = 'Stopped from your account: if that was not you, change your password.';

/** A mail about a stop warns its reader, unless only play money was stopped, or somebody else stopped it. */
const stoppedBy = ({ mode }: About, detail: string, place: Channel): string => {
  if (detail !== '' && detail !== BY_USER) return `${detail}.`;
  return place === 'sent' && mode !== 'paper' ? FROM_ACCOUNT : BY_YOU;
};

/** A name stands in quotation marks, so only our own words begin in small letters. */
const capitalised = (title: string): string => `${title.charAt(0).toUpperCase()}${title.slice(1)}`;

export const noticeWords = (kind: NoticeKind, about: About, detail: string, place: Channel): Words => {
  const { name } = about;
  const words = WORDS[kind](name === null || name === '' ? 'your deployment' : `“${name}”`, detail);
  const text = kind === 'kill_switch' ? `${stoppedBy(about, detail, place)} ${words.text}` : words.text;
  return { title: capitalised(words.title), text };
};
