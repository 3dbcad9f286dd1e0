// Which events a timeline tells, and how.
import { ACCOUNT_EVENTS } from './account-events.ts';
import { AGENT_EVENTS } from './agent-events.ts';
import { nameWords } from './amount-words.ts';
import { BACKTEST_EVENTS } from './backtest-events.ts';
import { CREDITS_EVENTS } from './credits-events.ts';
import { OPERATOR_EVENTS } from './operator-events.ts';
import { type Doer, type Facts, plain, type Said, type Told, type UsersEvent } from './told.ts';
import { TRADING_EVENTS } from './trading-events.ts';

/** Events that say nothing to a person, or what another event says. A test fails for an event that is in neither list. */
export const LEFT_OUT: readonly string[] = [
  // Claims, and names that were claimed in vain.
  'EmailClaimed',
  'EmailReleased',
  'UsernameClaimed',
  'UsernameReleased',
  'MailboxClaimed',
  // Said by the change of a role.
  'StaffJoined',
  'StaffLeft',
  'UsernameGivenUp',
  'RegistrationAttempted',
  // Use of what was opened or made before.
  'OneTimeCodeUsed',
  'SessionUsed',
  'AccessTokenUsed',
  // Holds: what comes of them is a charge, and the ledger shows all three.
  'CreditsReserved',
  'CreditsReleased',
  // Only a reason to ask the provider.
  'PaymentNoticed',
  // Places in a queue, and what the erasure of all chats says.
  'RunAdmitted',
  'RunSettled',
  'RunErased',
  // Said by the runs and replies that were counted.
  'TrialsCounted',
  'StudyErased',
  // Steps of a study, which its end adds up.
  'StudyPointsProposed',
  'StudyPointsComputed',
  'SpendingBegun',
  'SpendingEnded',
  'ConversationSummedUp',
  // Said by the deployment itself.
  'DeploymentOpened',
  'DeploymentClosed',
  'DeploymentReopened',
  'PortfolioValued',
  'NoticeRaised',
  // Said by the service that did it.
  'ActionCompleted',
];

export const TOLD: readonly Told[] = [
  ...ACCOUNT_EVENTS,
  ...CREDITS_EVENTS,
  ...BACKTEST_EVENTS,
  ...AGENT_EVENTS,
  ...TRADING_EVENTS,
  ...OPERATOR_EVENTS,
];

const TOLD_BY_TYPE: ReadonlyMap<string, Told> = new Map(TOLD.map((one) => [one.type, one]));

/** Where the ids of commands begin like this, they are the administration's or follow from a lock. No user can choose such ids. */
const DOERS = [
  ['admin:', 'operator'],
  ['locked:', 'lock'],
] as const;

const doerOf = (commandId: string): Doer =>
  DOERS.find(([beginning]) => commandId.startsWith(beginning))?.[1] ?? 'user';

/** The facts that a timeline keeps of an event of a command; null for one that it leaves out. */
export const factsOf = ({ type, data }: UsersEvent, commandId: string): Facts | null =>
  TOLD_BY_TYPE.get(type)?.facts(data as never, doerOf(commandId)) ?? null;

/** The sentence of an event, made of the facts that were kept of it. */
export const describe = (type: string, facts: Facts): Said =>
  TOLD_BY_TYPE.get(type)?.say(facts as never) ?? plain(nameWords(type));
