// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { createAccessToken, getAccess, listAccessTokens, revokeAccessToken } from './access-tokens.ts';
import { grantAdmin, revokeAdmin } from './change-admins.ts';
import { changeRole } from './change-role.ts';
import { confirmOperator } from './confirm-operator.ts';
import { deleteAccount } from './delete-account.ts';
import type { Dependencies } from './dependencies.ts';
import { dropSecondFactor } from './drop-second-factor.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { endSession } from './end-session.ts';
import { exportUserData } from './export-user-data.ts';
import { findAccount } from './find-account.ts';
import { getRole } from './get-role.ts';
import { getSession } from './get-session.ts';
import { listAdmins } from './list-admins.ts';
import { listSessions } from './list-sessions.ts';
import { lockAccount, unlockAccount } from './lock-account.ts';
import { login } from './login.ts';
import { mailNotice } from './mail-notice.ts';
import { register } from './register.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resendAccountMail } from './resend-account-mail.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { revokeOtherSessions, revokeSession } from './revoke-sessions.ts';
import { rewrapKeys } from './rewrap-keys.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  prepareSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { updateProfile } from './update-profile.ts';
import { verifyEmail } from './verify-email.ts';
import { vouchForEmail } from './vouch-for-email.ts';

export const handlers = (dependencies: Dependencies & Parameters<typeof mailNotice>[0]): Handler[] =>
  [
    register,
    verifyEmail,
    resendVerification,
    requestPasswordReset,
    resetPassword,
    login,
    getSession,
    endSession,
    listSessions,
    revokeSession,
    revokeOtherSessions,
    listAccessTokens,
    createAccessToken,
    revokeAccessToken,
    getAccess,
    updateProfile,
    getSecondFactor,
    prepareSecondFactor,
    enableSecondFactor,
    disableSecondFactor,
    renewRecoveryCodes,
    resetSecondFactor,
    deleteAccount,
    exportUserData,
    grantAdmin,
    revokeAdmin,
    listAdmins,
    rewrapKeys,
    mailNotice,
    vouchForEmail,
    endAllSessions,
    lockAccount,
    unlockAccount,
    resendAccountMail,
    dropSecondFactor,
    changeRole,
    getRole,
    findAccount,
    confirmOperator,
  ].map((open) => open(dependencies));
