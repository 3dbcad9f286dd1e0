// How a timeline describes an event: the facts that it keeps, and the sentence that they make.
import type {
  AccountEvent,
  ActionEvent,
  ConversationEvent,
  DeploymentEvent,
  NoticeEvent,
  PaymentEvent,
  RunEvent,
  SpendingEvent,
  StudyEvent,
  TimelineEntry,
  TraderEvent,
  UserEvent,
  WorkspaceEvent,
} from '@tradeium/contracts';

/** Every event that is about one user. */
export type UsersEvent =
  | UserEvent
  | AccountEvent
  | PaymentEvent
  | WorkspaceEvent
  | RunEvent
  | StudyEvent
  | ConversationEvent
  | SpendingEvent
  | TraderEvent
  | DeploymentEvent
  | NoticeEvent
  | ActionEvent;

type DataOf<Type extends UsersEvent['type']> = Extract<UsersEvent, { type: Type }>['data'];

/** Amounts, ids, states and codes: never a word that a user chose, a secret or code. */
export type Facts = Readonly<Record<string, unknown>>;

/** An event as a timeline shows it. */
export type Said = Pick<TimelineEntry, 'text' | 'tone' | 'link'>;

/** On whose behalf an event was committed: of an operator or a lock, or, for all else, of the user. */
export type Doer = 'operator' | 'lock' | 'user';

type Link = NonNullable<Said['link']>;

export type Told = {
  readonly type: UsersEvent['type'];
  /** Null for one that is left out, such as a comparison that found nothing. */
  facts(data: never, by: Doer): Facts | null;
  say(facts: never): Said;
};

/** `facts` picks what is stored of an event, `say` makes the sentence of it when it is read. */
export const told = <Type extends UsersEvent['type'], Kept extends Facts>(
  type: Type,
  facts: (data: DataOf<Type>, by: Doer) => Kept | null,
  say: (facts: Kept) => Said,
): Told => ({ type, facts, say });

/** An event whose sentence is always the same. */
export const toldPlainly = (type: UsersEvent['type'], said: Said): Told => ({
  type,
  facts: () => ({}),
  say: () => said,
});

/** An event that does not say itself who wanted it. */
export const toldByDoer = (type: UsersEvent['type'], said: Readonly<Record<Doer, Said>>): Told =>
  told(
    type,
    (_, by) => ({ by }),
    ({ by }) => said[by],
  );

const saying =
  (tone: Said['tone']) =>
  (text: string, kind?: Link['kind'], id?: string): Said => ({
    text,
    tone,
    link: kind !== undefined && id !== undefined ? { kind, id } : null,
  });

export const plain = saying('neutral');
export const good = saying('good');
export const bad = saying('bad');
