// Audits the welcome credits: a mailbox is claimed once, and an account's bonus is its own.
import type { AccountEvent, MailboxEvent } from '@tradeium/contracts';
import type { Findings } from './findings.ts';

export type WelcomeAudit = {
  takeMailbox(mailbox: string, events: readonly MailboxEvent[]): void;
  takeAccount(accountId: string, events: readonly AccountEvent[]): void;
};

const BONUS = 'verified-bonus:';

/** That a bonus counts once in its account is checked with all operations. */
export const auditWelcomes = (findings: Findings): WelcomeAudit => {
  const claimed = new Set<string>();
  return {
    takeMailbox(mailbox, events) {
      for (const { data } of events) {
        findings.count('welcomes');
        if (claimed.has(mailbox))
          findings.problem('welcomes', `mailbox ${mailbox}: is claimed again, by ${data.userId}`);
        claimed.add(mailbox);
      }
    },
    takeAccount(accountId, events) {
      for (const { type, data } of events) {
        if (type !== 'CreditsGranted' || !data.operationId.startsWith(BONUS)) continue;
        findings.count('welcomes');
        if (data.operationId !== BONUS + accountId)
          findings.problem('welcomes', `account ${accountId}: has the bonus ${data.operationId}`);
      }
    },
  };
};
