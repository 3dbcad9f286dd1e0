// An operator's action as an aggregate: ordered before it is done, and ended once.
import {
  type ActionEvent,
  adminEvents,
  type ErrorCode,
  type Refusal,
  type RefusalData,
  refuse,
} from '@tradeium/contracts';

type DataOf<Type extends ActionEvent['type']> = Extract<ActionEvent, { type: Type }>['data'];

export type OrderedAction = DataOf<'ActionOrdered'>;

export type Action =
  | { readonly status: 'unknown' }
  | (OrderedAction & { readonly status: 'ordered' })
  | (OrderedAction & { readonly status: 'completed'; readonly changed: boolean })
  | (OrderedAction & {
      readonly status: 'refused';
      /** The code of that day's catalogue. */
      readonly refused: string;
      readonly data: RefusalData | undefined;
    });

/** One that exists, whether or not it has ended. */
export type KnownAction = Exclude<Action, { readonly status: 'unknown' }>;

export type ActionCommand =
  | ({ readonly type: 'OrderAction' } & Omit<OrderedAction, 'orderedAt'>)
  | { readonly type: 'CompleteAction'; readonly changed: boolean }
  | {
      readonly type: 'RefuseAction';
      readonly refused: ErrorCode;
      readonly data?: RefusalData | undefined;
    };

const unknownAction: Action = { status: 'unknown' };

const evolveAction = (action: Action, { type, data }: ActionEvent): Action => {
  if (type === 'ActionOrdered') return { ...data, status: 'ordered' };
  if (action.status !== 'ordered') return action;
  if (type === 'ActionCompleted') return { ...action, status: 'completed', changed: data.changed };
  return { ...action, status: 'refused', refused: data.refused, data: data.data };
};

/** Decides a command at a time (ISO 8601). An action that has ended stays as it ended. */
export const decideAction = (
  command: ActionCommand,
  action: Action,
  now: string,
): ActionEvent[] | Refusal => {
  if (command.type === 'OrderAction') {
    if (action.status !== 'unknown') return [];
    const { type: _, ...order } = command;
    return [{ type: 'ActionOrdered', data: { ...order, orderedAt: now } }];
  }
  if (action.status === 'unknown') return refuse('ACTION_NOT_FOUND');
  if (action.status !== 'ordered') return [];
  const ended = { actionId: action.actionId, userId: action.userId, completedAt: now };
  if (command.type === 'CompleteAction')
    return [{ type: 'ActionCompleted', data: { ...ended, changed: command.changed } }];
  const { refused, data } = command;
  return [{ type: 'ActionRefused', data: { ...ended, refused, ...(data && { data }) } }];
};

export const actionAggregate = {
  ...adminEvents.action,
  stateVersion: 1,
  initial: unknownAction,
  evolve: evolveAction,
  decide: decideAction,
  // Its few commits are read at once; a snapshot would be sealed with a key of its own.
  snapshotEvery: 0,
} as const;
