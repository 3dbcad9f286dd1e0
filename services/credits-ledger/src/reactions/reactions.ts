// All reactions of this service.
import { authEvents, creditsEvents, withoutWords } from '@tradeium/contracts';
import type { AnyReaction } from '@tradeium/event-store';
import { askAboutNotice } from './ask-about-payment.ts';
import { closeAccount } from './close-account.ts';
import { creditPurchases } from './credit-purchases.ts';
import { grantWelcomeCredits } from './grant-welcome-credits.ts';
import { BUYER_WAITS_MS, INVOICED_EVENTS, orderRequested } from './order-invoice.ts';

const { mailbox } = authEvents;
/** The ledger has no keys to users' words: it knows users by their id. */
const user = withoutWords(authEvents.user);
const { payment } = creditsEvents;

type Parts = Parameters<typeof orderRequested>[0] &
  Parameters<typeof askAboutNotice>[0] &
  Parameters<typeof creditPurchases>[0];

export const reactions = (parts: Parts): AnyReaction[] => [
  {
    name: 'grant-welcome-credits',
    // Until credits came with mailboxes they came with users: what was under way or parked then can still be read.
    reads: [mailbox, user],
    types: ['MailboxClaimed'],
    startAt: 'beginning',
    handle: grantWelcomeCredits(parts.accounts),
  },
  { name: 'close-account', reads: [user], startAt: 'beginning', handle: closeAccount(parts.accounts) },
  {
    name: 'order-invoice',
    reads: [payment],
    startAt: 'beginning',
    types: INVOICED_EVENTS,
    expiresAfterMs: BUYER_WAITS_MS,
    handle: orderRequested(parts),
  },
  { name: 'ask-about-payment', reads: [payment], startAt: 'beginning', handle: askAboutNotice(parts) },
  { name: 'credit-purchases', reads: [payment], startAt: 'beginning', handle: creditPurchases(parts) },
];
