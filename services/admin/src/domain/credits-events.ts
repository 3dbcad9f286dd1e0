// The sentences of a timeline about credits, and of the payments for them.
import { codeWords, nameWords, usdWords, vutWords } from './amount-words.ts';
import { grantWords } from './grant-words.ts';
import { HELD_WORDS } from './held-words.ts';
import { bad, good, plain, type Told, told, toldPlainly } from './told.ts';

const REFUSED_COMMANDS: Readonly<Record<string, string>> = {
  GrantCredits: 'A grant was refused',
  ReserveCredits: 'Credits were not reserved',
  CaptureCredits: 'A charge was refused',
  ReleaseCredits: 'Credits were not released',
  RefundCredits: 'A refund was refused',
  ReverseGrant: 'A grant was not taken back',
};

const purchaseFacts = (data: { paymentId: string; credits: number; amountUsdCents: number }) => ({
  paymentId: data.paymentId,
  credits: data.credits,
  cents: data.amountUsdCents,
});
const paymentFacts = ({ paymentId }: { paymentId: string }) => ({ paymentId });

const LEDGER_EVENTS: readonly Told[] = [
  toldPlainly('AccountOpened', plain('The credit account was opened')),
  told(
    'CreditsGranted',
    ({ amount, reason }) => ({ amount, words: grantWords(reason) }),
    ({ amount, words }) => good(`Got ${vutWords(amount)}: ${words}`),
  ),
  told(
    'CreditsCaptured',
    ({ amount, purpose }) => ({ amount, purpose }),
    ({ amount, purpose }) => plain(`Paid ${vutWords(amount)}: ${nameWords(purpose)}`),
  ),
  told(
    'CreditsRefunded',
    ({ amount }) => ({ amount }),
    ({ amount }) => good(`Got ${vutWords(amount)} of a charge back`),
  ),
  told(
    'GrantReversed',
    ({ amount, debt = 0 }) => ({ amount, debt }),
    ({ amount, debt }) =>
      bad(
        `${vutWords(amount + debt)} of a grant taken back${debt > 0 ? `, of which ${vutWords(debt)} are owed` : ''}`,
      ),
  ),
  told(
    'PeriodRenewed',
    ({ toppedUp }) => ({ toppedUp }),
    ({ toppedUp }) => plain(`A new month began${toppedUp > 0 ? ` with ${vutWords(toppedUp)} added` : ''}`),
  ),
  told(
    'CommandRefused',
    ({ command, refused, data }) => ({ command, refused, data: data ?? {} }),
    ({ command, refused, data }) =>
      command === 'ReverseGrant' && refused === 'REFUND_EXCEEDS_CHARGE'
        ? plain('A second reversal of a grant changed nothing')
        : bad(`${REFUSED_COMMANDS[command] ?? 'A command was refused'}: ${codeWords(refused, data)}`),
  ),
  toldPlainly('AccountClosed', plain('The credit account was closed')),
];

/** Most do not name their user: the history of each payment is kept with it. */
export const PAYMENT_EVENTS: readonly Told[] = [
  told('InvoiceRequested', purchaseFacts, ({ paymentId, credits, cents }) =>
    plain(`Ordered ${vutWords(credits)} for ${usdWords(cents)}`, 'payment', paymentId),
  ),
  told('InvoiceCreated', paymentFacts, ({ paymentId }) =>
    plain('The payment provider made an invoice', 'payment', paymentId),
  ),
  told('InvoiceFailed', paymentFacts, ({ paymentId }) =>
    bad('The payment provider made no invoice', 'payment', paymentId),
  ),
  told('InvoiceRetried', paymentFacts, ({ paymentId }) =>
    plain('Requested the invoice of an order again', 'payment', paymentId),
  ),
  told('InvoiceExpired', paymentFacts, ({ paymentId }) =>
    plain('An order expired without a payment', 'payment', paymentId),
  ),
  told(
    'PaymentStatusChanged',
    ({ paymentId, from, to }) => ({ paymentId, from, to }),
    ({ paymentId, from, to }) =>
      plain(`A payment went from ${nameWords(from)} to ${nameWords(to)}`, 'payment', paymentId),
  ),
  told('PaymentSettled', purchaseFacts, ({ paymentId, credits, cents }) =>
    good(`Bought ${vutWords(credits)} for ${usdWords(cents)}`, 'payment', paymentId),
  ),
  told(
    'PaymentHeld',
    ({ paymentId, reason }) => ({ paymentId, reason }),
    ({ paymentId, reason }) =>
      bad(`A payment was not credited. ${HELD_WORDS[reason]}.`, 'payment', paymentId),
  ),
  told(
    'PaymentRefunded',
    ({ paymentId, credits }) => ({ paymentId, credits }),
    ({ paymentId, credits }) => bad(`A payment for ${vutWords(credits)} was refunded`, 'payment', paymentId),
  ),
];

export const CREDITS_EVENTS: readonly Told[] = [...LEDGER_EVENTS, ...PAYMENT_EVENTS];
