// Specifies a decider in sentences: given these events, when this is decided, it emits events or refuses.
import assert from 'node:assert/strict';
import { type ErrorCode, isRefusal, type Refusal, type RefusalData } from '@tradeium/contracts';
import { deepFreeze } from './deep-freeze.ts';

/** The part of an aggregate's definition that a specification needs. */
export type Decider<State, Event> = {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  /** Emitted events must fit it. */
  readonly events?: { parse(event: unknown): unknown };
};

export type Decision<Event> = {
  /** It emits exactly these events. */
  emits(...events: Event[]): void;
  /** Nothing to do: accepted, without events. */
  emitsNothing(): void;
  /** It refuses with this code, and with these data when given. */
  refuses(code: ErrorCode, data?: RefusalData): void;
};

export type Given<State, Event> = {
  when(decide: (state: State, now: string) => readonly Event[] | Refusal): Decision<Event>;
  /** The state that the events lead to, for what can't be seen in a decision. */
  state(): State;
};

/** `given` for one decider; decisions are made at `now` (ISO 8601). */
export const specify = <State, Event>(
  { initial, evolve, events: schema }: Decider<State, Event>,
  now = '2026-01-01T00:00:00.000Z',
): { given(...events: Event[]): Given<State, Event> } => {
  return {
    given(...events) {
      const state = deepFreeze(events.reduce(evolve, initial));
      return {
        state: () => state,
        when: (decide) => decisionOf(decide(state, now), schema),
      };
    },
  };
};

const decisionOf = <Event>(
  decision: readonly Event[] | Refusal,
  schema: Decider<unknown, Event>['events'],
): Decision<Event> => {
  if (!isRefusal(decision)) for (const event of decision) schema?.parse(event);
  return {
    emits: (...events) => assert.deepEqual(decision, events),
    emitsNothing: () => assert.deepEqual(decision, []),
    refuses(code, data) {
      assert.ok(isRefusal(decision), `expected the refusal ${code}, not ${JSON.stringify(decision)}`);
      assert.equal(decision.refused, code);
      if (data !== undefined) assert.deepEqual(decision.data, data);
    },
  };
};
