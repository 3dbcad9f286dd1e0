// The names of each kind of action: before it is done, and after.
import type { ActionKind } from '@tradeium/contracts';
import { countWords } from './amount-words.ts';

/** The details of an action; a timeline keeps some of them only. */
type Details = Readonly<Record<string, unknown>>;

type Words = {
  /** As it is ordered: “to …”. */
  readonly toDo: (details: Details) => string;
  /** As it was done. */
  readonly done: (details: Details) => string;
};

const always = (toDo: string, done: string): Words => ({ toDo: () => toDo, done: () => done });

const credits = ({ amount }: Details): string =>
  typeof amount === 'number' ? countWords(amount, 'VUT', 'VUT') : 'credits';
const mail = (details: Details): string => {
  if (details.mail === 'verification') return 'a mail that verifies the address';
  return details.mail === 'password-reset' ? 'a mail that resets the password' : 'a mail';
};
const readModel = ({ service, name }: Details): string =>
  typeof name === 'string' ? `the read model ${name} of ${service}` : 'a read model';
const parked = ({ service }: Details): string =>
  typeof service === 'string' ? `the parked events of ${service}` : 'parked events';

const WORDS: Readonly<Record<ActionKind, Words>> = {
  'grant-credits': {
    toDo: (details) => `grant ${credits(details)}`,
    done: (details) => `Granted ${credits(details)}`,
  },
  'reverse-grant': always('take back a grant', 'Took back a grant'),
  'verify-email': always('verify the email address', 'Verified the email address'),
  'end-sessions': always(
    'end all sessions and revoke all access tokens',
    'Ended all sessions and revoked all access tokens',
  ),
  'lock-account': always('lock the account', 'Locked the account'),
  'unlock-account': always('unlock the account', 'Unlocked the account'),
  'resend-mail': { toDo: (details) => `send ${mail(details)}`, done: (details) => `Sent ${mail(details)}` },
  'reset-second-factor': always('turn off two-factor authentication', 'Turned off two-factor authentication'),
  'stop-deployments': always('stop all deployments', 'Stopped all deployments'),
  'change-role': {
    toDo: ({ role }) => (typeof role === 'string' ? `give the role ${role}` : 'take the role away'),
    done: ({ role }) => (typeof role === 'string' ? `Gave the role ${role}` : 'Took the role away'),
  },
  'rebuild-read-model': {
    toDo: (details) => `rebuild ${readModel(details)}`,
    done: (details) => `Rebuilt ${readModel(details)}`,
  },
  'retry-parked': {
    toDo: (details) => `retry ${parked(details)}`,
    done: (details) => `Retried ${parked(details)}`,
  },
  'verify-ledger': always('audit the books', 'Audited the books'),
};

/** The action before it is done, as the rest of a sentence. */
export const toDoWords = (kind: ActionKind, details: Details): string => WORDS[kind].toDo(details);

type Told = {
  readonly kind: ActionKind;
  readonly details: Details;
  readonly state: 'ordered' | 'completed' | 'refused';
  readonly changed: boolean | null;
};

/** The action that was done; of one that was not done, or changed nothing, what was to be done. */
export const sentenceOf = ({ kind, details, state, changed }: Told): string => {
  // An audit of the books is done though it changes nothing.
  if (state === 'completed' && (changed || kind === 'verify-ledger')) return WORDS[kind].done(details);
  const toDo = toDoWords(kind, details);
  return `${toDo.charAt(0).toUpperCase()}${toDo.slice(1)}`;
};
