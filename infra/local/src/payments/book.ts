// The memory of the payments stand-in: each change is a line of a file, so that nothing is lost at a restart.
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Invoice, Transfer } from './transfer.ts';

/** A notice on its way to the creator of the invoice. */
export type Notice = {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly attempts: number;
  /** It arrived, or was given up. */
  readonly isDone: boolean;
};

type Entry = { readonly invoice: Invoice } | { readonly transfer: Transfer } | { readonly notice: Notice };

export type Book = {
  readonly invoices: ReadonlyMap<string, Invoice>;
  readonly transfers: ReadonlyMap<number, Transfer>;
  /** Those that have not arrived. */
  readonly notices: ReadonlyMap<string, Notice>;
  readonly lastId: () => number;
  keep(entry: Entry): void;
};

/** The oldest invoices, with all that belongs to them, are dropped at a start beyond this. */
const INVOICES_MAX = 5_000;

/** Opens the book in a directory, or without one in memory only. */
export const openBook = (directory: string | undefined): Book => {
  const invoices = new Map<string, Invoice>();
  const transfers = new Map<number, Transfer>();
  const notices = new Map<string, Notice>();
  let lastId = 0;
  const take = (entry: Entry): void => {
    if ('invoice' in entry) {
      invoices.set(entry.invoice.id, entry.invoice);
      lastId = Math.max(lastId, Number(entry.invoice.id));
    } else if ('transfer' in entry) {
      transfers.set(entry.transfer.id, entry.transfer);
      lastId = Math.max(lastId, entry.transfer.id);
    } else if (entry.notice.isDone) notices.delete(entry.notice.id);
    else notices.set(entry.notice.id, entry.notice);
  };
  const file = directory && join(directory, 'payments.jsonl');
  if (directory && file) {
    mkdirSync(directory, { recursive: true });
    for (const entry of entriesIn(file)) take(entry);
    forgetOldest(invoices, transfers);
    writeWhole(file, [
      ...[...invoices.values()].map((invoice) => ({ invoice })),
      ...[...transfers.values()].map((transfer) => ({ transfer })),
      ...[...notices.values()].map((notice) => ({ notice })),
    ]);
  }
  return {
    invoices,
    transfers,
    notices,
    lastId: () => lastId,
    keep(entry) {
      if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
      take(entry);
    },
  };
};

/** The last line may be cut off by a crash; it was never acknowledged. */
function* entriesIn(file: string): Generator<Entry> {
  for (const line of fileText(file).split('\n')) {
    try {
      if (line !== '') yield JSON.parse(line) as Entry;
    } catch {
      return;
    }
  }
}

const fileText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
    throw cause;
  }
};

const forgetOldest = (invoices: Map<string, Invoice>, transfers: Map<number, Transfer>): void => {
  for (const id of [...invoices.keys()].slice(0, -INVOICES_MAX)) invoices.delete(id);
  for (const { id, invoiceId } of transfers.values()) if (!invoices.has(invoiceId)) transfers.delete(id);
};

const writeWhole = (file: string, entries: readonly Entry[]): void => {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
  renameSync(draft, file);
};
