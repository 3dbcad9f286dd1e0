// The whole audit without any server: takes the streams' messages and reports the ledger's faults.
import {
  type AccountEvent,
  authEvents,
  backtestEvents,
  type Commit,
  type Context,
  commit,
  creditsEvents,
  LEDGER_ACCOUNTS,
  type MailboxEvent,
  type PaymentEvent,
  type RunEvent,
} from '@tradeium/contracts';
import { addressOf, decodeCommit, type StoredMessage } from '@tradeium/event-store';
import type { Balances } from '../domain/account-balances.ts';
import { type AccountAudit, auditAccounts } from './account-audit.ts';
import { auditChain, type ChainAudit } from './chain-audit.ts';
import type { OpenDebt } from './debt-audit.ts';
import { type Check, type CheckResult, collectFindings, type Findings } from './findings.ts';
import { auditPayments } from './payment-audit.ts';
import { auditRuns, type RunCounts } from './run-audit.ts';
import { auditWelcomes } from './welcome-audit.ts';

/** An account in the ledger's read model. */
export type ReadAccount = {
  readonly accountId: string;
  readonly sequence: number;
  readonly balances: Readonly<Partial<Record<keyof Balances, number>>>;
};

export type AuditReport = {
  readonly ok: boolean;
  readonly at: string;
  readonly checks: readonly CheckResult[];
  readonly runs: RunCounts;
  /** Under review: grants, most of them purchases, that were taken back and are not paid back yet. */
  readonly debts: readonly OpenDebt[];
};

export type Audit = {
  readonly findings: Findings;
  /** Takes the next message of a context's stream. Runs (`backtest`) must be taken before `credits`. */
  take(context: Context, message: StoredMessage): void;
  /** True if the read model lacks commits that the audit has; it may only be late. */
  isBehind(read: ReadonlyMap<string, ReadAccount>): boolean;
  /** Compares the read model with the events, account by account; a newer account waits for its events. */
  compare(read: ReadonlyMap<string, ReadAccount>): void;
  /** The sequence up to which the audit must read credits for the waiting accounts; 0: none wait. */
  awaited(): number;
  /** `now` is ISO 8601. */
  finish(now: string): AuditReport;
};

/** In what an account of the read model differs from its events. */
const differencesOf = (read: ReadAccount, known: ReturnType<AccountAudit['account']>): string[] => {
  const sequence = known?.sequence ?? 0;
  if (!known || read.sequence !== sequence)
    return [`is read as of ${read.sequence}, its last change is ${sequence}`];
  return LEDGER_ACCOUNTS.filter((name) => known.balances[name] !== read.balances[name]).map(
    (name) => `${name} is read as ${read.balances[name]} and is ${known.balances[name]}`,
  );
};

/** Opens an audit. It stores a few figures per aggregate and no events. `heard` is called with each problem. */
export const openAudit = (heard?: (check: Check, text: string) => void): Audit => {
  const findings = collectFindings(heard);
  const chains = new Map<Context, ChainAudit>();
  const accounts = auditAccounts(findings);
  const payments = auditPayments(findings);
  const runs = auditRuns(findings);
  const welcomes = auditWelcomes(findings);
  const waiting = new Map<string, ReadAccount>();

  const takeEvents = (message: StoredMessage): void => {
    const { context, aggregate, id } = addressOf(message.subject);
    if (context === 'backtest' && aggregate === 'run') {
      const { events, meta } = decodeCommit<RunEvent>(backtestEvents.run, message);
      runs.takeRun(events, meta.at);
    } else if (context === 'auth' && aggregate === 'mailbox') {
      welcomes.takeMailbox(id, decodeCommit<MailboxEvent>(authEvents.mailbox, message).events);
    } else if (context === 'credits' && aggregate === 'payment') {
      const { events, meta } = decodeCommit<PaymentEvent>(creditsEvents.payment, message);
      payments.takePayment(events, meta.at);
    } else if (context === 'credits' && aggregate === 'account') {
      const { events, meta } = decodeCommit<AccountEvent>(creditsEvents.account, message);
      accounts.take(id, message.sequence, events);
      welcomes.takeAccount(id, events);
      payments.takeAccount(events, meta.at);
      runs.takeAccount(events, meta.at);
      const read = waiting.get(id);
      if (read?.sequence === message.sequence) compareNow(read);
    }
  };

  const compareNow = (read: ReadAccount): void => {
    waiting.delete(read.accountId);
    for (const difference of differencesOf(read, accounts.account(read.accountId)))
      findings.problem('read-model', `account ${read.accountId}: ${difference}`);
  };

  return {
    findings,
    take(context, message) {
      const chain = chains.get(context) ?? auditChain(findings);
      chains.set(context, chain);
      const content = readCommit(message);
      chain.take(message, content?.meta ?? null);
      findings.count('commits');
      try {
        if (message.isForged) throw new Error('its service has not signed it');
        if (content === null) throw new Error('it is not a commit');
        takeEvents(message);
      } catch (cause) {
        findings.problem('commits', `${message.subject}: ${message.sequence}: ${firstLine(cause)}`);
      }
    },
    isBehind(read) {
      for (const [accountId, { sequence }] of accounts.accounts())
        if ((read.get(accountId)?.sequence ?? 0) < sequence) return true;
      return false;
    },
    compare(read) {
      findings.count('read-model', read.size);
      for (const one of read.values()) {
        const known = accounts.account(one.accountId)?.sequence ?? 0;
        if (one.sequence > known) waiting.set(one.accountId, one);
        else compareNow(one);
      }
      for (const [accountId] of accounts.accounts())
        if (!read.has(accountId)) findings.problem('read-model', `account ${accountId}: cannot be read`);
    },
    awaited: () => Math.max(0, ...[...waiting.values()].map(({ sequence }) => sequence)),
    finish(now) {
      for (const read of [...waiting.values()]) compareNow(read);
      accounts.finish(now);
      payments.finish(now);
      const counts = runs.finish(now);
      const checks = findings.results();
      const ok = checks.every(({ wrong }) => wrong === 0);
      return { ok, at: now, checks, runs: counts, debts: accounts.debts() };
    },
  };
};

const readCommit = ({ data }: StoredMessage): Commit | null => {
  try {
    return commit.parse(JSON.parse(Buffer.from(data).toString()));
  } catch {
    return null;
  }
};

const firstLine = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, ' ').slice(0, 200);
