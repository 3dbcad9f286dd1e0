// Each kind of action has its demands, its command and its name.
import { ACTION_KINDS, type ActionKind, fromVut, GRANT_UNCONFIRMED_MAX_VUT } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import type { OrderedAction } from './action.ts';
import { ACTIONS } from './action-rules.ts';
import { sentenceOf, toDoWords } from './action-sentences.ts';

type Details = OrderedAction['details'];

const action = (kind: ActionKind, details: Details) => ({
  ...{ actionId: 'a1', userId: 'user-1', actorId: 'admin-1', subjectId: 'user-1', kind, details },
  ...{ reason: 'because', description: 'For the run', orderedAt: '2026-11-28T10:00:00.000Z' },
});

const OPERATION = { accountId: 'user-1', operationId: 'operator:a1' };

describe('the command to the owner', () => {
  test.each<[ActionKind, Details, string, object]>([
    [
      'grant-credits',
      { amount: 500 },
      'credits-ledger grant-credits',
      { ...OPERATION, amount: fromVut(500), reason: 'For the run' },
    ],
    [
      'reverse-grant',
      { grant: 'operator:a0' },
      'credits-ledger reverse-grant',
      { ...OPERATION, grant: 'operator:a0', reason: 'operator' },
    ],
    ['verify-email', {}, 'auth vouch-for-email', { userId: 'user-1' }],
    ['end-sessions', {}, 'auth end-all-sessions', { userId: 'user-1' }],
    ['lock-account', {}, 'auth lock-account', { userId: 'user-1' }],
    ['unlock-account', {}, 'auth unlock-account', { userId: 'user-1' }],
    [
      'resend-mail',
      { mail: 'password-reset' },
      'auth resend-account-mail',
      { userId: 'user-1', mail: 'password-reset' },
    ],
    ['reset-second-factor', {}, 'auth drop-second-factor', { userId: 'user-1' }],
    ['stop-deployments', {}, 'trading stop-deployments', { userId: 'user-1' }],
    ['change-role', { role: 'support' }, 'auth change-role', { userId: 'user-1', role: 'support' }],
    ['change-role', { role: null }, 'auth change-role', { userId: 'user-1', role: null }],
  ])('of %s %j', (kind, details, address, input) => {
    const command = ACTIONS[kind].command?.(action(kind, details));
    expect(`${command?.message.service} ${command?.message.name}`).toBe(address);
    expect(command?.input).toEqual(input);
    expect(command?.message.input.safeParse(input).success).toBe(true);
  });
  test('does not exist for the system', () =>
    expect(ACTION_KINDS.filter((kind) => ACTIONS[kind].command === null)).toEqual([
      'rebuild-read-model',
      'retry-parked',
      'verify-ledger',
    ]));
  test('says whether there was anything to do', () => {
    const stop = ACTIONS['stop-deployments'].command?.(action('stop-deployments', {}));
    expect([stop?.hasChanged({ stopped: 2 }), stop?.hasChanged({ stopped: 0 })]).toEqual([true, false]);
    const lock = ACTIONS['lock-account'].command?.(action('lock-account', {}));
    expect([lock?.hasChanged({ changed: true }), lock?.hasChanged({ changed: false })]).toEqual([
      true,
      false,
    ]);
  });
});

test('reversals, locks, roles, second factors and large grants are confirmed', () => {
  const confirmed = ACTION_KINDS.filter((kind) => ACTIONS[kind].needsConfirmation({ amount: 1 }));
  expect(confirmed).toEqual([
    'reverse-grant',
    'lock-account',
    'unlock-account',
    'reset-second-factor',
    'change-role',
  ]);
  const amounts = [GRANT_UNCONFIRMED_MAX_VUT, GRANT_UNCONFIRMED_MAX_VUT + 1];
  expect(amounts.map((amount) => ACTIONS['grant-credits'].needsConfirmation({ amount }))).toEqual([
    false,
    true,
  ]);
});

test('nobody gives, takes or keeps anything for the own account', () =>
  expect(ACTION_KINDS.filter((kind) => !ACTIONS[kind].mayBeOwn)).toEqual([
    'grant-credits',
    'reverse-grant',
    'lock-account',
    'unlock-account',
    'reset-second-factor',
    'change-role',
  ]));

test.each<[ActionKind, Details, string]>([
  ['grant-credits', { amount: 12_500 }, 'Granted 12,500 VUT'],
  ['reverse-grant', { grant: 'operator:a0' }, 'Took back a grant'],
  ['verify-email', {}, 'Verified the email address'],
  ['end-sessions', {}, 'Ended all sessions and revoked all access tokens'],
  ['lock-account', {}, 'Locked the account'],
  ['unlock-account', {}, 'Unlocked the account'],
  ['resend-mail', { mail: 'verification' }, 'Sent a mail that verifies the address'],
  ['resend-mail', { mail: 'password-reset' }, 'Sent a mail that resets the password'],
  ['reset-second-factor', {}, 'Turned off two-factor authentication'],
  ['stop-deployments', {}, 'Stopped all deployments'],
  ['change-role', { role: 'admin' }, 'Gave the role admin'],
  ['change-role', { role: null }, 'Took the role away'],
  ['rebuild-read-model', { service: 'trading', name: 'values' }, 'Rebuilt the read model values of trading'],
  ['retry-parked', { service: 'auth' }, 'Retried the parked events of auth'],
  ['verify-ledger', {}, 'Audited the books'],
])('%s %j is called "%s"', (kind, details, sentence) =>
  expect(sentenceOf({ kind, details, state: 'completed', changed: true })).toBe(sentence),
);

test.each([
  ['ordered', null],
  ['refused', null],
  ['completed', false],
] as const)('an action that is %s (changed: %s) is not said to be done', (state, changed) => {
  const told = (kind: ActionKind, details: Details) => sentenceOf({ kind, details, state, changed });
  expect(told('grant-credits', { amount: 12_500 })).toBe('Grant 12,500 VUT');
  expect(told('lock-account', {})).toBe('Lock the account');
  expect(told('change-role', { role: null })).toBe('Take the role away');
});

test('every kind has words without details, too', () => {
  const all = ACTION_KINDS.map((kind) => toDoWords(kind, {}));
  expect(all.join()).not.toContain('undefined');
  expect(new Set(all).size).toBe(ACTION_KINDS.length);
});
