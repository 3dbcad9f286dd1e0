// An operator's command line for accounts: who is an admin, lost second factors, and wrapping the data keys with a new master key.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isRefusal, MESSAGES, type Refusal, refusalText } from '@tradeium/contracts';
import {
  connectNats,
  openBlobs,
  openLog,
  openRequestClient,
  type RequestClient,
} from '@tradeium/service-kit';
import { runCommand, UsageError } from './command-line.ts';
import { readRunFile } from './running-system.ts';

const USAGE = `npm run admin -- list
npm run admin -- grant <email> [--unproven]
npm run admin -- revoke <email>
npm run admin -- reset-second-factor <email>
npm run admin -- rewrap-keys
The system is found by NATS_URL, or by run.json in TRADEIUM_HOME (.tradeium).`;

const TIMEOUT_MS = 10_000;
/** These read or write something for every user. */
const LONG_TIMEOUT_MS = 60 * 60_000;

type Ask = { readonly client: RequestClient };

const context = () => ({ commandId: randomUUID(), correlationId: randomUUID() });

const outputOrFail = <Output>(result: { output: Output } | Refusal, email = ''): Output => {
  if (!isRefusal(result)) return result.output;
  if (result.refused === 'NOT_FOUND') throw new Error(`No account has the address ${email}.`);
  if (result.refused === 'EMAIL_NOT_VERIFIED') throw new Error(`The address ${email} is not verified yet.`);
  if (result.refused === 'ADDRESS_NOT_PROVEN')
    throw new Error(
      `No mail has proven that the account ${email} belongs to the owner of that address (EMAIL_VERIFICATION is off).
If you know that it does: npm run admin -- grant ${email} --unproven`,
    );
  throw new Error(refusalText(result));
};

const list = async ({ client }: Ask): Promise<void> => {
  const result = await client.request(MESSAGES.listAdmins, {}, context(), { timeoutMs: LONG_TIMEOUT_MS });
  const { admins } = outputOrFail(result);
  if (admins.length === 0) console.log('There are no admins.');
  for (const { email, username, user_id, by } of admins) {
    console.log(`${email}  ${username}  ${user_id}  by ${by.join(' and ')}`);
  }
};

const grant = async ({ client }: Ask, email: string, evenUnproven: boolean): Promise<void> => {
  const input = { email, evenUnproven };
  const result = await client.request(MESSAGES.grantAdmin, input, context(), { timeoutMs: TIMEOUT_MS });
  const { changed } = outputOrFail(result, email);
  console.log(changed ? `${email} is an admin now.` : `${email} already has the role.`);
};

const revoke = async ({ client }: Ask, email: string): Promise<void> => {
  const result = await client.request(MESSAGES.revokeAdmin, { email }, context(), { timeoutMs: TIMEOUT_MS });
  const { changed, is_admin } = outputOrFail(result, email);
  console.log(changed ? `${email} no longer has the role.` : `${email} did not have the role.`);
  if (is_admin) console.log('The address is in ADMIN_EMAILS, so the account stays an admin.');
};

const resetSecondFactor = async ({ client }: Ask, email: string): Promise<void> => {
  const result = await client.request(MESSAGES.resetSecondFactor, { email }, context(), {
    timeoutMs: TIMEOUT_MS,
  });
  const { changed } = outputOrFail(result, email);
  console.log(changed ? `${email} logs in by password only now.` : `${email} has no second factor.`);
};

const rewrap = async ({ client }: Ask): Promise<void> => {
  const result = await client.request(MESSAGES.rewrapKeys, {}, context(), { timeoutMs: LONG_TIMEOUT_MS });
  console.log(`${outputOrFail(result).rewrapped} data keys are wrapped with the newest master key now.`);
};

const run = async (
  ask: Ask,
  [command, email, ...rest]: readonly string[],
  evenUnproven: boolean,
): Promise<void> => {
  if (rest.length > 0 || (evenUnproven && command !== 'grant')) throw new UsageError();
  if (command === 'list' && email === undefined) return list(ask);
  if (command === 'rewrap-keys' && email === undefined) return rewrap(ask);
  if (command === 'grant' && email !== undefined) return grant(ask, email, evenUnproven);
  if (command === 'reset-second-factor' && email !== undefined) return resetSecondFactor(ask, email);
  if (command === 'revoke' && email !== undefined) return revoke(ask, email);
  throw new UsageError();
};

await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { unproven: { type: 'boolean', default: false } },
  });
  const natsUrl = process.env.NATS_URL || readRunFile()?.nats;
  if (!natsUrl) throw new UsageError('No system runs here.');
  const nc = await connectNats(natsUrl, 'admin', openLog('admin', 'warn'));
  try {
    await run(
      { client: openRequestClient(nc, openBlobs(nc, { directory: '.', shared: true })) },
      positionals,
      values.unproven,
    );
  } finally {
    await nc.close();
  }
  return true;
});
