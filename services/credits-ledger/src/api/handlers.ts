// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { auditBooks } from './audit-books.ts';
import { captureCredits } from './capture-credits.ts';
import { createInvoice } from './create-invoice.ts';
import type { Dependencies } from './dependencies.ts';
import { exportUserData } from './export-user-data.ts';
import { getBalance } from './get-balance.ts';
import { getCreditHistory } from './get-credit-history.ts';
import { getPaymentHistory } from './get-payment-history.ts';
import { getStatement } from './get-statement.ts';
import { grantCredits } from './grant-credits.ts';
import { listAccountBalances } from './list-account-balances.ts';
import { receivePaymentNotice } from './receive-payment-notice.ts';
import { refundCredits } from './refund-credits.ts';
import { releaseCredits } from './release-credits.ts';
import { reserveCredits } from './reserve-credits.ts';
import { reverseGrant } from './reverse-grant.ts';

export const handlers = (dependencies: Dependencies): Handler[] =>
  [
    grantCredits,
    reserveCredits,
    captureCredits,
    releaseCredits,
    refundCredits,
    reverseGrant,
    getBalance,
    getCreditHistory,
    getStatement,
    listAccountBalances,
    auditBooks,
    exportUserData,
    createInvoice,
    getPaymentHistory,
    receivePaymentNotice,
  ].map((open) => open(dependencies));
