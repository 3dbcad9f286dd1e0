// Gives a browser profile the session of a user created through the API, without any form.
import type { BrowserContext } from '@playwright/test';
import { PASSWORD, type RegisteredUser } from './api-client.ts';

/** Signs a browser profile in; throws when the login is refused. */
export const signInProfile = async (
  context: BrowserContext,
  { email }: Pick<RegisteredUser, 'email'>,
  gateway: string,
): Promise<void> => {
  const answer = await context.request.post(`${gateway}/auth/login`, {
    data: { email, password: PASSWORD },
    headers: { origin: gateway },
  });
  if (answer.status() !== 200) throw new Error(`the login was answered ${answer.status()}`);
};
