// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import {
  createAccessToken,
  getAccess,
  listAccessTokens,
  revokeAccessToken,
} from './account/access-tokens.ts';
import { deleteAccount } from './account/delete-account.ts';
import { exportUserData } from './account/export-user-data.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  prepareSecondFactor,
  renewRecoveryCodes,
} from './account/second-factor.ts';
import { updateProfile } from './account/update-profile.ts';
import type { Dependencies } from './dependencies.ts';
import { grantAdmin, revokeAdmin } from './operators/change-admins.ts';
import { changeRole } from './operators/change-role.ts';
import { confirmOperator } from './operators/confirm-operator.ts';
import { dropSecondFactor } from './operators/drop-second-factor.ts';
import { endAllSessions } from './operators/end-all-sessions.ts';
import { findAccount } from './operators/find-account.ts';
import { getRole } from './operators/get-role.ts';
import { listAdmins } from './operators/list-admins.ts';
import { lockAccount, unlockAccount } from './operators/lock-account.ts';
import { resendAccountMail } from './operators/resend-account-mail.ts';
import { resetSecondFactor } from './operators/reset-second-factor.ts';
import { rewrapKeys } from './operators/rewrap-keys.ts';
import { vouchForEmail } from './operators/vouch-for-email.ts';
import { mailNotice } from './registration/mail-notice.ts';
import { register } from './registration/register.ts';
import { requestPasswordReset } from './registration/request-password-reset.ts';
import { resendVerification } from './registration/resend-verification.ts';
import { resetPassword } from './registration/reset-password.ts';
import { verifyEmail } from './registration/verify-email.ts';
import { endSession } from './sessions/end-session.ts';
import { getSession } from './sessions/get-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { login } from './sessions/login.ts';
import { revokeOtherSessions, revokeSession } from './sessions/revoke-sessions.ts';

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
