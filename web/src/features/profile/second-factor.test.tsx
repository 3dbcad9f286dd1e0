// Two-factor authentication as its user sees it: turned on once, recovery codes kept, turned off with proof.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { SecondFactor } from './second-factor.tsx';

const prepared = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Tradeium:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tradeium',
  setup: 'sealed setup',
};
const recovery_codes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];
const off: Answers = { getSecondFactor: () => ({ enabled: false, recovery_codes_left: 0 }) };
const on = (left = 10): Answers => ({
  getSecondFactor: () => ({ enabled: true, recovery_codes_left: left }),
});

const open = (answers: Answers) => ({ server: serve(answers), ...renderWeb(<SecondFactor />) });
const fill = async (user: ReturnType<typeof open>['user'], code: string, password: string) => {
  await user.type(await screen.findByLabelText('Code'), code);
  await user.type(screen.getByLabelText('Current password'), password);
};

test('is turned on with a code of the app; the recovery codes stay until they are kept', async () => {
  const { server, user } = open({
    ...off,
    prepareSecondFactor: () => prepared,
    enableSecondFactor: () => ({ recovery_codes }),
  });
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  expect(await screen.findByTitle('QR code for an authenticator app')).toBeDefined();
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeDefined();
  await fill(user, '123456', 'my password');
  server.answer({ ...on(), enableSecondFactor: () => ({ recovery_codes }) });
  await user.keyboard('{Enter}');
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recovery_codes);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('list', { name: 'Recovery codes' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  await screen.findByText('10 recovery codes are left.');
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeDefined();
});

test('says at its field what is wrong, before anything is sent and after', async () => {
  const { user } = open({
    ...off,
    prepareSecondFactor: () => prepared,
    enableSecondFactor: () => refusal(403, 'This code is not correct', 'SECOND_FACTOR_WRONG'),
  });
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByTitle('QR code for an authenticator app');
  await user.click(within(dialog).getByRole('button', { name: 'Turn on' }));
  await screen.findByText('Please enter the code of your authenticator app');
  await screen.findByText('Password is required');
  await fill(user, '000000', 'my password');
  await user.click(within(dialog).getByRole('button', { name: 'Turn on' }));
  await screen.findByText('This code is not correct');
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
});

describe('while it is on', () => {
  test('it is turned off with code and password', async () => {
    const { server, user } = open({
      ...on(),
      disableSecondFactor: () => ({ message: 'Two-factor authentication is off' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await fill(user, '123456', 'my password');
    server.answer({ ...off, disableSecondFactor: () => ({ message: 'off' }) });
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeDefined();
  });

  test('it warns when few recovery codes are left, and makes new ones', async () => {
    const { user } = open({ ...on(1), renewRecoveryCodes: () => ({ recovery_codes }) });
    await screen.findByText(/^1 recovery code is left\. Make new ones/);
    await user.click(screen.getByRole('button', { name: 'New recovery codes' }));
    await fill(user, 'AAAA-BBBB-CCCC-DDDD', 'my password');
    await user.keyboard('{Enter}');
    await screen.findByText('EEEE-FFFF-GGGG-HHHH');
  });
});

test('a status that cannot be read says so, and can be retried', async () => {
  const { server, user } = open({ getSecondFactor: () => refusal(503, 'Not now') });
  await screen.findByText('Failed to load two-factor authentication: Not now');
  server.answer(off);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Turn on' })).toBeDefined();
});
