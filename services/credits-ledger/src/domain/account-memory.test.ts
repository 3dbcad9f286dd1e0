// An account remembers operations for a time, answers repetitions, and loads refusals of any version.
import { type AccountEvent, creditsEvents, fromVut, isRefusal } from '@tradeium/contracts';
import { readEvent } from '@tradeium/event-store';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import {
  accountId,
  captured,
  EXPIRY,
  granted,
  NOW,
  opened,
  refused,
  release,
  released,
  reserve,
  reserved,
} from '../../fixtures/account-story.ts';
import { accountAggregate, decideAccount } from './account.ts';
import type { AccountCommand } from './account-commands.ts';
import { answerOf } from './account-operations.ts';
import { evolveAccount, SETTLEMENTS_REMEMBERED, unopenedAccount } from './account-state.ts';

const { given } = specify(accountAggregate, NOW);
const LATER = '2026-03-15T13:00:00.001Z';

describe('operations that are no longer remembered', () => {
  const settled = (count: number) =>
    Array.from({ length: count }, (_, n) => [reserved(1, `r-${n}`), captured(1, 0, `r-${n}`)]).flat();
  const account = given(...opened, granted(1_000), ...settled(SETTLEMENTS_REMEMBERED + 1));

  test('are the oldest settled ones', () => {
    expect(account.state().settlements).toHaveLength(SETTLEMENTS_REMEMBERED);
    expect(account.state().forgotten).toEqual({ backtest: EXPIRY });
    account.when(reserve(1, 'r-500')).emitsNothing();
  });
  test('are not done again, however late they are sent', () => {
    account
      .when(reserve(1, 'r-0'))
      .emits(refused('ReserveCredits', 'r-0', 'RESERVATION_EXPIRED', undefined, 1));
    account
      .when(reserve(1, 'new', { expiresAt: LATER }))
      .emits(reserved(1, 'new', { expiresAt: LATER, balance: [498, 1] }));
    account
      .when(reserve(1, 'new', { purpose: 'chat' }))
      .emits(reserved(1, 'new', { purpose: 'chat', balance: [498, 1] }));
  });
  test('are the oldest refused ones too', () => {
    const many = Array.from({ length: 201 }, (_, n) =>
      refused('ReserveCredits', `r-${n}`, 'INSUFFICIENT_CREDITS', undefined, 5),
    );
    const poor = given(...opened, ...many, granted(10));
    poor.when(reserve(5, 'r-0')).emits(refused('ReserveCredits', 'r-0', 'RESERVATION_EXPIRED', undefined, 5));
    poor.when(reserve(5, 'r-1')).refuses('INSUFFICIENT_CREDITS');
  });
});

describe('the answer', () => {
  const operation = { accountId, operationId: 'r1' };
  const reserving: AccountCommand = {
    type: 'ReserveCredits',
    ...operation,
    amount: fromVut(4),
    purpose: 'backtest',
    expiresAt: EXPIRY,
  };
  const capturing: AccountCommand = { type: 'CaptureCredits', ...operation, amount: fromVut(3) };
  const balance = (available: number, held: number) => ({
    available: fromVut(available),
    reserved: fromVut(held),
  });
  const story = [...opened, granted(10), reserved(4), captured(3, 1), granted(90, 'g2')];
  const account = story.reduce(evolveAccount, unopenedAccount);
  const again = (command: AccountCommand) => {
    const events = decideAccount(command, account, NOW);
    return isRefusal(events) ? events : answerOf(command, events, account);
  };

  test('is the balance after the command', () => {
    const now = decideAccount({ ...reserving, operationId: 'r2' }, account, NOW);
    expect(answerOf({ ...reserving, operationId: 'r2' }, now as AccountEvent[], account)).toEqual(
      balance(93, 4),
    );
  });
  test('to a repeat is that of the first time', () => {
    expect(again(reserving)).toEqual(balance(6, 4));
    expect(again(capturing)).toEqual(balance(7, 0));
    expect(
      again({
        type: 'GrantCredits',
        accountId,
        operationId: 'g1',
        amount: fromVut(10),
        reason: 'welcome bonus',
      }),
    ).toEqual(balance(10, 0));
  });
  test('to a refused command is the refusal', () => {
    const events = [refused('CaptureCredits', 'r1', 'RESERVATION_SETTLED')];
    expect(answerOf(capturing, events, account)).toEqual({ refused: 'RESERVATION_SETTLED' });
  });
  test('to a command that changes no operation is the current balance', () =>
    expect(answerOf({ type: 'ExpireReservations', accountId }, [], account)).toEqual(balance(97, 0)));
});

describe('a refusal whose code the catalogue no longer has', () => {
  const refusal = {
    type: 'CommandRefused',
    data: { accountId, operationId: 'g2', command: 'GrantCredits', refused: 'GRANTS_FROZEN' },
  };
  const read = readEvent<AccountEvent>(creditsEvents.account, refusal);
  const state = given(...opened, granted(10), read).state();
  const content = { accountId, operationId: 'g2', amount: fromVut(5), reason: 'gift' };
  const command: AccountCommand = { type: 'GrantCredits', ...content };
  test('is read all the same and still stands, in general words', () =>
    expect(decideAccount(command, state, NOW)).toEqual({ refused: 'OPERATION_REFUSED' }));
  test('answers its own command too', () =>
    expect(answerOf(command, [read], state)).toEqual({ refused: 'OPERATION_REFUSED' }));
});

test('a release before its reservation keeps that out', () =>
  given(...opened, granted(10), released(0))
    .when(release())
    .emitsNothing());
