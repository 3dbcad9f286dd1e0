// One user's mails never wait for another's mailbox.
import { operationsOf } from '@tradeium/contracts';
import { outputOf } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type SmtpUnderTest, startSmtp } from '../fixtures/smtp-under-test.ts';
import { type AuthUnderTest, startAuth } from '../tests/auth-under-test.ts';

let auth: AuthUnderTest;
let smtp: SmtpUnderTest;
beforeAll(async () => {
  smtp = await startSmtp();
  auth = await startAuth({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await auth?.stop();
  await smtp.close();
});

const mailedTo = (address: string) =>
  vi.waitFor(() => expect(smtp.taken).toContain(address), { timeout: 60_000, interval: 20 });
const operations = operationsOf('auth');
const parked = async () => {
  const { reactions } = outputOf(await auth.ask(operations.getStatus, {}));
  return reactions.find(({ name }) => name === 'send-mails')?.parked;
};

test('a mailbox that defers gets its mail later, one that refuses none, and all others theirs at once', async () => {
  const answers: Record<string, string> = { deferring: '450 greylisted', refusing: '550 no such user' };
  smtp.answers = (command, argument) =>
    command === 'RCPT' ? answers[/<(\w+)@/.exec(argument)?.[1] ?? ''] : undefined;
  for (const name of ['deferring', 'refusing', 'others']) {
    outputOf(await auth.register(`${name}@example.com`));
  }
  await mailedTo('others@example.com');
  expect(smtp.taken).toEqual(['others@example.com']);
  expect(await parked()).toBe(1);

  expect(outputOf(await auth.ask(operations.retryParked, {}))).toEqual({ handled: 0, remaining: 1 });
  delete answers.deferring;
  expect(outputOf(await auth.ask(operations.retryParked, {}))).toEqual({ handled: 1, remaining: 0 });
  expect(smtp.taken).toEqual(['others@example.com', 'deferring@example.com']);
});

test('a mail server that is down is reported with its reason, and the process stays in service', async () => {
  const readiness = () => auth.service.readiness();
  expect((await readiness()).capabilities.mail).toBe('ok');
  smtp.answers = (command) => (command === 'EHLO' ? '421 closing' : undefined);
  outputOf(await auth.register('late@example.com'));
  await expect.poll(readiness).toMatchObject({
    status: 200,
    capabilities: { mail: expect.stringMatching(/^fails since .*: E[A-Z]+$/) },
  });
  smtp.answers = () => undefined;
  await mailedTo('late@example.com');
  expect((await readiness()).capabilities.mail).toBe('ok');
});
