// Specifies actions: ordered once, ended once, whatever is sent again.
import type { ActionEvent } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { type ActionCommand, actionAggregate, decideAction } from './action.ts';

const NOW = '2026-11-28T10:00:00.000Z';
const { given } = specify(actionAggregate, NOW);

const order = {
  actionId: 'a1',
  userId: 'user-1',
  actorId: 'admin-1',
  subjectId: 'user-1',
  kind: 'lock-account',
  details: {},
  reason: 'stolen',
} as const;
const ordered: ActionEvent = { type: 'ActionOrdered', data: { ...order, orderedAt: NOW } };
const ended = { actionId: 'a1', userId: 'user-1', completedAt: NOW };
const completed: ActionEvent = { type: 'ActionCompleted', data: { ...ended, changed: true } };
const refused: ActionEvent = { type: 'ActionRefused', data: { ...ended, refused: 'LAST_ADMIN' } };

const decide = (command: ActionCommand) => (state: Parameters<typeof decideAction>[1], now: string) =>
  decideAction(command, state, now);
const orderIt = decide({ type: 'OrderAction', ...order });
const completeIt = decide({ type: 'CompleteAction', changed: true });
const refuseIt = decide({ type: 'RefuseAction', refused: 'LAST_ADMIN' });

describe('an action', () => {
  test('is ordered', () => given().when(orderIt).emits(ordered));
  test('is ordered on the system, too: then the reason is the operator’s', () =>
    given()
      .when(
        decide({ type: 'OrderAction', ...order, userId: 'admin-1', subjectId: null, kind: 'verify-ledger' }),
      )
      .emits({
        type: 'ActionOrdered',
        data: { ...order, userId: 'admin-1', subjectId: null, kind: 'verify-ledger', orderedAt: NOW },
      }));
  test.each([[[ordered]], [[ordered, completed]], [[ordered, refused]]])(
    'that is there already is not ordered again',
    (events) =>
      given(...events)
        .when(orderIt)
        .emitsNothing(),
  );
  test('is completed', () => given(ordered).when(completeIt).emits(completed));
  test('says that nothing was left to do', () =>
    given(ordered)
      .when(decide({ type: 'CompleteAction', changed: false }))
      .emits({ type: 'ActionCompleted', data: { ...ended, changed: false } }));
  test('is refused', () => given(ordered).when(refuseIt).emits(refused));
  test('is refused with what the text of the refusal says', () =>
    given(ordered)
      .when(decide({ type: 'RefuseAction', refused: 'INVALID_REQUEST', data: { problem: 'amount' } }))
      .emits({
        type: 'ActionRefused',
        data: { ...ended, refused: 'INVALID_REQUEST', data: { problem: 'amount' } },
      }));
  test.each([
    ['completed', completed, refuseIt],
    ['completed', completed, completeIt],
    ['refused', refused, completeIt],
    ['refused', refused, refuseIt],
  ])('that was %s stays so', (_, end, command) => given(ordered, end).when(command).emitsNothing());
  test.each([completeIt, refuseIt])('that was never ordered cannot end', (command) =>
    given().when(command).refuses('ACTION_NOT_FOUND'),
  );
  test('keeps how it ended', () => {
    expect(given(ordered, completed).state()).toMatchObject({ status: 'completed', changed: true });
    expect(given(ordered, refused).state()).toMatchObject({ status: 'refused', refused: 'LAST_ADMIN' });
    expect(given(ordered, refused, completed).state()).toMatchObject({ status: 'refused' });
  });
});
