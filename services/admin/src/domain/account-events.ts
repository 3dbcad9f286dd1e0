// The sentences of a timeline about accounts, logins and roles.
import { countWords } from './amount-words.ts';
import { bad, good, plain, type Told, told, toldByDoer, toldPlainly } from './told.ts';

const sessionsWords: Readonly<Record<string, (sessions: string) => string>> = {
  logout: () => 'Logged out',
  revoked: (sessions) => `Ended ${sessions}`,
  password: (sessions) => `The new password ended ${sessions}`,
  deletion: (sessions) => `The deletion of the account ended ${sessions}`,
  'too-many': (sessions) => `There were too many sessions: ${sessions} ended`,
  operator: (sessions) => `An operator ended ${sessions}`,
  locked: (sessions) => `The lock ended ${sessions}`,
};

const tokensWords: Readonly<Record<string, (tokens: string) => string>> = {
  revoked: (tokens) => `Revoked ${tokens}`,
  password: (tokens) => `The new password revoked ${tokens}`,
  'second-factor': (tokens) => `The second factor revoked ${tokens}`,
  deletion: (tokens) => `The deletion of the account revoked ${tokens}`,
  operator: (tokens) => `An operator revoked ${tokens}`,
  locked: (tokens) => `The lock revoked ${tokens}`,
};

const mailWords = (purpose: string) => {
  const requested = plain(`Requested a mail that ${purpose}`);
  return { user: requested, lock: requested, operator: plain(`An operator sent a mail that ${purpose}`) };
};

export const ACCOUNT_EVENTS: readonly Told[] = [
  toldPlainly('UserRegistered', good('Registered')),
  toldPlainly('RegistrationRepeated', plain('Registered again before the address was verified')),
  toldPlainly('RegistrationNoticed', plain('Somebody tried to register this address again')),
  toldByDoer('VerificationRequested', mailWords('verifies the address')),
  told(
    'EmailVerified',
    ({ by }) => ({ by: by ?? 'user' }),
    ({ by }) =>
      good(by === 'operator' ? 'An operator verified the email address' : 'Verified the email address'),
  ),
  toldPlainly('UsernameChanged', plain('Changed the username')),
  toldByDoer('PasswordResetRequested', mailWords('resets the password')),
  told(
    'PasswordChanged',
    ({ by }) => ({ by }),
    ({ by }) => plain(by === 'profile' ? 'Changed the password' : 'Set a new password with a mailed link'),
  ),
  toldPlainly('SecondFactorEnabled', good('Turned the second factor on')),
  toldPlainly('RecoveryCodeUsed', plain('Used a recovery code')),
  toldPlainly('RecoveryCodesRenewed', plain('Made new recovery codes')),
  told(
    'SecondFactorDisabled',
    ({ by }) => ({ by }),
    ({ by }) =>
      plain(by === 'operator' ? 'An operator turned the second factor off' : 'Turned the second factor off'),
  ),
  toldPlainly('SessionStarted', plain('Logged in')),
  told(
    'SessionsEnded',
    ({ sessionIds, reason }) => ({ count: sessionIds.length, reason }),
    ({ count, reason }) => plain(sessionsWords[reason]?.(countWords(count, 'session')) ?? 'Sessions ended'),
  ),
  told(
    'AccessTokenCreated',
    ({ scopes }) => ({ scopes }),
    ({ scopes }) => plain(`Made an access token (${scopes.join(', ')})`),
  ),
  told(
    'AccessTokensRevoked',
    ({ tokenIds, reason }) => ({ count: tokenIds.length, reason }),
    ({ count, reason }) =>
      plain(tokensWords[reason]?.(countWords(count, 'access token')) ?? 'Access tokens were revoked'),
  ),
  told(
    'RoleGranted',
    ({ role }) => ({ role }),
    ({ role }) => plain(`Was given the role ${role}`),
  ),
  told(
    'RoleRevoked',
    ({ role }) => ({ role }),
    ({ role }) => plain(`No longer has the role ${role}`),
  ),
  toldPlainly('UserLocked', bad('An operator locked the account')),
  toldPlainly('UserUnlocked', good('An operator unlocked the account')),
  toldPlainly('UserDeleted', plain('Deleted the account')),
];
