// The facts of administration: what operators did, before and after it was done. Nobody can change or remove one.
import { z } from 'zod';
import { eventOf } from './event.ts';
import { refusalWord, refusalWordData } from './refusal-word.ts';

/** The actions that an operator can take. */
export const ACTION_KINDS = [
  'grant-credits',
  'reverse-grant',
  'verify-email',
  'end-sessions',
  'lock-account',
  'unlock-account',
  'resend-mail',
  'reset-second-factor',
  'stop-deployments',
  'change-role',
  'rebuild-read-model',
  'retry-parked',
  'verify-ledger',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** `userId`: whose words the reason is; of an action on the system, the operator's own. */
const action = { actionId: z.string(), userId: z.string() } as const;

const actionEvents = z.discriminatedUnion('type', [
  /** On disk before the command is sent to the service that owns what it changes. */
  eventOf('ActionOrdered', {
    ...action,
    actorId: z.string(),
    /** The account that it is done to; null for an action on the system. */
    subjectId: z.string().nullable(),
    kind: z.enum(ACTION_KINDS),
    /** The particulars, such as an amount in VUT, a role or a read model: names and figures, never a secret. */
    details: z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.null()])),
    reason: z.string().max(500),
    /** The line that the user reads in the credit history: of a grant only. */
    description: z.string().max(200).optional(),
    orderedAt: z.iso.datetime(),
  }),
  /** The owning service has done it; `changed` is false where nothing was left to do. */
  eventOf('ActionCompleted', { ...action, changed: z.boolean(), completedAt: z.iso.datetime() }),
  /** The owning service refused it, and would refuse it again. */
  eventOf('ActionRefused', {
    ...action,
    refused: refusalWord,
    data: refusalWordData.optional(),
    completedAt: z.iso.datetime(),
  }),
]);

export type ActionEvent = z.infer<typeof actionEvents>;

/** The events of the admin context, by aggregate. */
export const adminEvents = {
  action: {
    context: 'admin',
    name: 'action',
    events: actionEvents,
    personal: { ActionOrdered: { reason: '', description: '' } },
  },
} as const;
