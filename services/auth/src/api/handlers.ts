// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import { createAccessToken, getAccess, listAccessTokens, revokeAccessToken } from './access-tokens.ts';
import { grantAdmin, revokeAdmin } from './change-admins.ts';
import { deleteAccount } from './delete-account.ts';
import type { Dependencies } from './dependencies.ts';
import { endSession } from './end-session.ts';
import { exportUserData } from './export-user-data.ts';
import { getSession } from './get-session.ts';
import { listAdmins } from './list-admins.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { mailNotice } from './mail-notice.ts';
import { changeRole } from './operator-commands/change-role.ts';
import { confirmOperator } from './operator-commands/confirm-operator.ts';
import { dropSecondFactor } from './operator-commands/drop-second-factor.ts';
import { endAllSessions } from './operator-commands/end-all-sessions.ts';
import { findAccount } from './operator-commands/find-account.ts';
import { getRole } from './operator-commands/get-role.ts';
import { lockAccount, unlockAccount } from './operator-commands/lock-account.ts';
import { resendAccountMail } from './operator-commands/resend-account-mail.ts';
import { vouchForEmail } from './operator-commands/vouch-for-email.ts';
import { register } from './register.ts';
import { requestPasswordReset } from './request-password-reset.ts';
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
