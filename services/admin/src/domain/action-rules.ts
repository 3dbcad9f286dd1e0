// Each kind of action: whose command it becomes and what it demands.
import {
  type ActionKind,
  fromVut,
  GRANT_UNCONFIRMED_MAX_VUT,
  MESSAGES,
  type Message,
  type MessageInput,
  type MessageOutput,
  OPERATOR_ROLES,
  type OperatorRole,
} from '@tradeium/contracts';
import type { OrderedAction } from './action.ts';

type Details = OrderedAction['details'];

/** The command of the service that owns what the action changes, and what its answer says. */
export type OwnersCommand = {
  readonly message: Message;
  readonly input: unknown;
  /** True if there was anything to do. */
  readonly hasChanged: (output: unknown) => boolean;
};

type ActionRule = {
  /** Null for an action on the system, which the administration does itself. */
  readonly command: ((action: OrderedAction & { readonly subjectId: string }) => OwnersCommand) | null;
  /** True if the operator must show once more who acts. */
  readonly needsConfirmation: (details: Details) => boolean;
  /** True if an operator may do it to the own account. */
  readonly mayBeOwn: boolean;
};

const command = <Sent extends Message>(
  message: Sent,
  input: MessageInput<Sent>,
  hasChanged: (output: MessageOutput<Sent>) => boolean,
): OwnersCommand => ({ message, input, hasChanged: hasChanged as OwnersCommand['hasChanged'] });

/** A command that needs the account and nothing more. */
const onAccount =
  (message: typeof MESSAGES.endAllSessions | typeof MESSAGES.lockAccount): ActionRule['command'] =>
  ({ subjectId }) =>
    command(message, { userId: subjectId }, ({ changed }) => changed);

/** The operation of the ledger: it follows from the action, so that repeating it changes nothing more. */
const operationOf = ({ actionId, subjectId }: OrderedAction & { readonly subjectId: string }) => ({
  accountId: subjectId,
  operationId: `operator:${actionId}`,
});

const always = () => true;
const never = () => false;

const text = (detail: Details[string] | undefined): string => String(detail ?? '');
const roleIn = ({ role }: Details): OperatorRole | null =>
  OPERATOR_ROLES.find((known) => known === role) ?? null;
const mailIn = ({ mail }: Details) => (mail === 'password-reset' ? mail : 'verification');

/** Every kind of action. */
export const ACTIONS: Readonly<Record<ActionKind, ActionRule>> = {
  'grant-credits': {
    command: (action) =>
      command(
        MESSAGES.grantCredits,
        {
          ...operationOf(action),
          amount: fromVut(Number(action.details.amount)),
          reason: action.description ?? '',
        },
        always,
      ),
    needsConfirmation: ({ amount }) => Number(amount) > GRANT_UNCONFIRMED_MAX_VUT,
    mayBeOwn: false,
  },
  'reverse-grant': {
    command: (action) =>
      command(
        MESSAGES.reverseGrant,
        // The ledger stores it in the clear, so the operator's own words stay here.
        { ...operationOf(action), grant: text(action.details.grant), reason: 'operator' },
        always,
      ),
    needsConfirmation: always,
    mayBeOwn: false,
  },
  'verify-email': {
    command: onAccount(MESSAGES.vouchForEmail),
    needsConfirmation: never,
    mayBeOwn: true,
  },
  'end-sessions': {
    command: onAccount(MESSAGES.endAllSessions),
    needsConfirmation: never,
    mayBeOwn: true,
  },
  'lock-account': {
    command: onAccount(MESSAGES.lockAccount),
    needsConfirmation: always,
    mayBeOwn: false,
  },
  'unlock-account': {
    command: onAccount(MESSAGES.unlockAccount),
    needsConfirmation: always,
    mayBeOwn: false,
  },
  'resend-mail': {
    command: ({ subjectId, details }) =>
      command(
        MESSAGES.resendAccountMail,
        { userId: subjectId, mail: mailIn(details) },
        ({ changed }) => changed,
      ),
    needsConfirmation: never,
    mayBeOwn: true,
  },
  'reset-second-factor': {
    command: onAccount(MESSAGES.dropSecondFactor),
    needsConfirmation: always,
    // The settings of the own account ask for more.
    mayBeOwn: false,
  },
  'stop-deployments': {
    command: ({ subjectId }) =>
      command(MESSAGES.stopDeployments, { userId: subjectId }, ({ stopped }) => stopped > 0),
    needsConfirmation: never,
    mayBeOwn: true,
  },
  'change-role': {
    command: ({ subjectId, details }) =>
      command(MESSAGES.changeRole, { userId: subjectId, role: roleIn(details) }, ({ changed }) => changed),
    needsConfirmation: always,
    mayBeOwn: false,
  },
  'rebuild-read-model': {
    command: null,
    needsConfirmation: never,
    mayBeOwn: true,
  },
  'retry-parked': {
    command: null,
    needsConfirmation: never,
    mayBeOwn: true,
  },
  'verify-ledger': {
    command: null,
    needsConfirmation: never,
    mayBeOwn: true,
  },
};
