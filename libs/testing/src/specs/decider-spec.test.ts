// A specification passes exactly for the behaviour it describes.
import { type Refusal, refuse } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testClock } from '../clock.ts';
import { specify } from './decider-spec.ts';

type Counted = { type: 'Counted'; by: number };
type State = { total: number };

const counter = {
  initial: { total: 0 },
  evolve: (state: State, { by }: Counted): State => ({ total: state.total + by }),
  events: z.object({ type: z.literal('Counted'), by: z.number().positive() }),
};
const counted = (by: number): Counted => ({ type: 'Counted', by });
const count =
  (by: number) =>
  ({ total }: State): Counted[] | Refusal =>
    total + by > 10 ? refuse('TOO_MANY_CHATS', { limit: 10 }) : [counted(by)];

const { given } = specify(counter);

describe('a specification', () => {
  test('passes on the events and refusals that it names', () => {
    given().when(count(1)).emits(counted(1));
    given(counted(4), counted(5)).when(count(1)).emits(counted(1));
    given(counted(10)).when(count(1)).refuses('TOO_MANY_CHATS');
    given(counted(10)).when(count(1)).refuses('TOO_MANY_CHATS', { limit: 10 });
    given()
      .when(() => [])
      .emitsNothing();
    expect(given(counted(2), counted(3)).state()).toEqual({ total: 5 });
  });

  test('fails on others', () => {
    expect(() => given().when(count(1)).emits(counted(2))).toThrow();
    expect(() => given().when(count(1)).emitsNothing()).toThrow();
    expect(() => given().when(count(1)).refuses('TOO_MANY_CHATS')).toThrow(/expected the refusal/);
    expect(() => given(counted(10)).when(count(1)).emits(counted(1))).toThrow();
    expect(() => given(counted(10)).when(count(1)).refuses('CHAT_NOT_FOUND')).toThrow();
    expect(() => given(counted(10)).when(count(1)).refuses('TOO_MANY_CHATS', { limit: 9 })).toThrow();
  });

  test('fails on events that do not fit their schema', () => {
    expect(() => given().when(count(-1))).toThrow(z.ZodError);
  });

  test('fails when the decider changes the state that it is given', () => {
    const careless = (state: State) => {
      state.total += 1;
      return [];
    };
    expect(() => given(counted(1)).when(careless)).toThrow(TypeError);
  });

  test('decides at the time that it says', () => {
    const at = '2027-01-01T00:00:00.000Z';
    let seen = '';
    specify(counter, at)
      .given()
      .when((_, now) => {
        seen = now;
        return [];
      })
      .emitsNothing();
    expect(seen).toBe(at);
  });
});

test('a test clock stands still until it is moved', () => {
  const clock = testClock('2026-01-01T00:00:00.000Z');
  expect(clock.now()).toEqual(clock.now());
  clock.advance(61_000);
  expect(clock.now().toISOString()).toBe('2026-01-01T00:01:01.000Z');
});
