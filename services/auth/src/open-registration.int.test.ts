// Without verification a registration logs in at once, and a known address is refused as taken.

import { outputOf } from '@tradeium/service-kit';
import { sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { PASSWORD, refusal, signedInBy, startAuth } from '../tests/auth-under-test.ts';

const auth = sharedByTests(() => startAuth({ EMAIL_VERIFICATION: 'off' }));

// spec: accounts.11
test('a registration logs in', async () => {
  const { session_token, ...registered } = outputOf(await auth.register('open@example.com'));
  expect(registered).toMatchObject({ email_verified: true, username: 'open', access_token: session_token });
  // There is no link that it could be of use for.
  expect(registered.registration).toBeNull();
  const user = await auth.userBehind(signedInBy(session_token ?? ''));
  expect(user).toMatchObject({ id: registered.user_id, email: 'open@example.com' });
});

test('an address is taken once, and a name too', async () => {
  outputOf(await auth.register('grace@example.com'));
  expect(await auth.register('GRACE@example.com')).toEqual(refusal('EMAIL_TAKEN'));
  expect(outputOf(await auth.register('grace@example.org')).username).toBe('grace_2');
});

test('a command that is sent again opens the account only with its password', async () => {
  const ids = { commandId: 'sent-again' };
  const first = outputOf(await auth.register('again@example.com', PASSWORD, ids));
  expect(outputOf(await auth.register('again@example.com', PASSWORD, ids)).user_id).toBe(first.user_id);
  expect(await auth.register('again@example.com', 'another password', ids)).toEqual(
    refusal('COMMAND_ID_REUSED'),
  );
});
