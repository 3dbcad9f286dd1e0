// Takes orders and money: makes invoices and transfers, and moves each transfer through its steps, with a notice for each.
import { randomBytes } from 'node:crypto';
import type { Book } from './book.ts';
import type { Notices } from './notices.ts';
import { type Action, amountIn, begun, type Coin, type Invoice, stepped, type Transfer } from './transfer.ts';

/** How long a transfer can be started. */
const TRANSFER_MINUTES = 20;
const MINUTE_MS = 60_000;
const EXPIRE_EVERY_MS = 5_000;
/** The provider's ids are long numbers. */
const FIRST_ID = 5_000_000_000;

export type Desk = {
  makeInvoice(order: Omit<Invoice, 'id' | 'createdAt'>): Invoice;
  /** The transfer of an invoice in a coin, begun when there is none. */
  transferIn(invoice: Invoice, coin: Coin): Transfer;
  /** Applies an action to a transfer; false when it is not offered now. */
  act(transfer: Transfer, action: Action): boolean;
  close(): void;
};

/** A transfer as the API and the notices show it. */
export const transferBody = (transfer: Transfer, { orderId, description, price }: Invoice) => ({
  payment_id: transfer.id,
  invoice_id: Number(transfer.invoiceId),
  payment_status: transfer.status,
  pay_address: transfer.address,
  price_amount: price,
  price_currency: 'usd',
  pay_amount: transfer.payAmount,
  actually_paid: transfer.actuallyPaid,
  pay_currency: transfer.coin,
  order_id: orderId,
  order_description: description,
  purchase_id: transfer.id + 1,
  outcome_amount: transfer.status === 'finished' ? transfer.payAmount : 0,
  outcome_currency: transfer.coin,
  created_at: transfer.createdAt,
  updated_at: transfer.updatedAt,
});

/** Opens the desk; transfers that were on their way when the process ended continue. */
export const openDesk = (
  book: Book,
  notices: Notices,
  { now, stepMs }: { now: () => number; stepMs: number },
): Desk => {
  const walks = new Map<number, NodeJS.Timeout>();
  const nextId = (): number => Math.max(FIRST_ID, book.lastId()) + 1 + Math.floor(Math.random() * 1_000);

  const keep = (transfer: Transfer, isNews: boolean): void => {
    book.keep({ transfer });
    const invoice = book.invoices.get(transfer.invoiceId);
    if (!isNews || !invoice) return;
    const fee = { currency: transfer.coin, depositFee: 0, withdrawalFee: 0, serviceFee: 0 };
    notices.send(invoice.noticeUrl, { ...transferBody(transfer, invoice), parent_payment_id: null, fee });
  };
  const walk = (id: number): void => {
    if (walks.has(id)) return;
    const timer = setTimeout(() => {
      walks.delete(id);
      const transfer = book.transfers.get(id);
      const next = transfer && stepped(transfer, new Date(now()).toISOString());
      if (!next) return;
      keep(next, true);
      if (next.ahead.length > 0) walk(id);
    }, stepMs);
    walks.set(id, timer);
  };
  const act = (transfer: Transfer, action: Action): boolean => {
    const started = begun(action, transfer);
    if (!started) return false;
    keep(started, false);
    walk(started.id);
    return true;
  };
  const expireOverdue = (): void => {
    for (const transfer of book.transfers.values())
      if (Date.parse(transfer.expiresAt) < now()) act(transfer, 'expire');
  };

  for (const { id, ahead } of book.transfers.values()) if (ahead.length > 0) walk(id);
  const expiring = setInterval(expireOverdue, EXPIRE_EVERY_MS);
  return {
    makeInvoice(order) {
      const invoice = { ...order, id: String(nextId()), createdAt: new Date(now()).toISOString() };
      book.keep({ invoice });
      return invoice;
    },
    transferIn(invoice, coin) {
      const known = [...book.transfers.values()].find(
        (transfer) => transfer.invoiceId === invoice.id && transfer.coin === coin,
      );
      if (known) return known;
      const at = new Date(now()).toISOString();
      const transfer: Transfer = {
        id: nextId(),
        invoiceId: invoice.id,
        coin,
        address: `local-${coin}-${randomBytes(12).toString('hex')}`,
        payAmount: amountIn(coin, invoice.price),
        actuallyPaid: 0,
        status: 'waiting',
        ahead: [],
        createdAt: at,
        updatedAt: at,
        expiresAt: new Date(now() + TRANSFER_MINUTES * MINUTE_MS).toISOString(),
      };
      keep(transfer, true);
      return transfer;
    },
    act,
    close() {
      clearInterval(expiring);
      for (const timer of walks.values()) clearTimeout(timer);
    },
  };
};
