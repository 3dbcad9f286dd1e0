// Changing the password: empty fields keep it, and the page says so.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { someUser } from '../../testing/samples.ts';
import { serve } from '../../testing/server.ts';
import { PasswordForm } from './password-form.tsx';

const KEPT = 'Your password stays as it is: all fields are empty.';

// spec: accounts.19
test('empty fields send nothing, and the page says that the password stays', async () => {
  const server = serve({});
  const { user } = renderWeb(<PasswordForm user={someUser} />);
  expect(screen.queryByText(KEPT)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText(KEPT)).toBeDefined();
  expect(server.asked).toEqual([]);
  expect(screen.queryByText('Please enter your current password')).toBeNull();
  await user.type(screen.getByLabelText('New password'), 'amber kettle');
  expect(screen.queryByText(KEPT)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Please enter your current password')).toBeDefined();
  expect(screen.getByText('Passwords do not match')).toBeDefined();
});
