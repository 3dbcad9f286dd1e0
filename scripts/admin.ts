// An operator's command line for accounts: who has a role, locks, lost second factors, and wrapping the data keys with a new master key.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isRefusal, MESSAGES, type OperatorRole, type Refusal, refusalText } from '@tradeium/contracts';
import { blobAccess, openBlobs, openRequestClient, type RequestClient } from '@tradeium/service-kit';
import { runCommand, UsageError } from './command-line.ts';
import { connectOperator, operatorAccess } from './running-system.ts';

const USAGE = `npm run admin -- list
npm run admin -- grant <email> [--support] [--unproven]
npm run admin -- revoke <email>
npm run admin -- lock <email>
npm run admin -- unlock <email>
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
  if (result.refused === 'NOT_FOUND' || result.refused === 'USER_NOT_FOUND')
    throw new Error(`No account has the address ${email}.`);
  if (result.refused === 'EMAIL_NOT_VERIFIED') throw new Error(`The address ${email} is not verified yet.`);
  if (result.refused === 'ACCOUNT_LOCKED') throw new Error(`The account ${email} is locked.`);
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
  if (!admins.some(({ role }) => role === 'admin')) console.log('There are no admins.');
  for (const { email, username, user_id, role, by } of admins) {
    const isAdmin = role === 'admin';
    console.log(`${email}  ${username}  ${user_id}  ${isAdmin ? '' : `${role} `}by ${by.join(' and ')}`);
  }
};

const NAMES: Readonly<Record<OperatorRole, string>> = { admin: 'an admin', support: 'support' };

type Grant = { readonly role: OperatorRole; readonly evenUnproven: boolean };

const grant = async ({ client }: Ask, email: string, { role, evenUnproven }: Grant): Promise<void> => {
  const input = { email, role, evenUnproven };
  const result = await client.request(MESSAGES.grantAdmin, input, context(), { timeoutMs: TIMEOUT_MS });
  const { changed } = outputOrFail(result, email);
  console.log(changed ? `${email} is ${NAMES[role]} now.` : `${email} already has the role.`);
};

const revoke = async ({ client }: Ask, email: string): Promise<void> => {
  const result = await client.request(MESSAGES.revokeAdmin, { email }, context(), { timeoutMs: TIMEOUT_MS });
  const { changed, is_admin } = outputOrFail(result, email);
  console.log(changed ? `${email} no longer has the role.` : `${email} did not have the role.`);
  if (is_admin) console.log('The address is in ADMIN_EMAILS, so the account stays an admin.');
};

/** Even the last admin: the command line can make another one. */
const setLock = async ({ client }: Ask, email: string, isLocking: boolean): Promise<void> => {
  const options = { timeoutMs: TIMEOUT_MS };
  const found = await client.request(MESSAGES.findAccount, { email }, context(), options);
  const { userId } = outputOrFail(found, email);
  const result = isLocking
    ? await client.request(MESSAGES.lockAccount, { userId, evenLast: true }, context(), options)
    : await client.request(MESSAGES.unlockAccount, { userId }, context(), options);
  const { changed } = outputOrFail(result, email);
  if (isLocking)
    console.log(
      changed ? `${email} is locked now, and logged out everywhere.` : `${email} is locked already.`,
    );
  else console.log(changed ? `${email} can log in again.` : `${email} is not locked.`);
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

const WITHOUT_ADDRESS = { list, 'rewrap-keys': rewrap } as const;

const WITH_ADDRESS = {
  grant,
  revoke,
  lock: (ask: Ask, email: string) => setLock(ask, email, true),
  unlock: (ask: Ask, email: string) => setLock(ask, email, false),
  'reset-second-factor': resetSecondFactor,
} as const;

const run = async (
  ask: Ask,
  [command = '', email, ...rest]: readonly string[],
  { support, unproven }: { readonly support: boolean; readonly unproven: boolean },
): Promise<void> => {
  const has = (table: object) => Object.hasOwn(table, command);
  if (rest.length > 0 || ((support || unproven) && command !== 'grant')) throw new UsageError();
  if (email === undefined && has(WITHOUT_ADDRESS))
    return WITHOUT_ADDRESS[command as keyof typeof WITHOUT_ADDRESS](ask);
  if (email === undefined || !has(WITH_ADDRESS)) throw new UsageError();
  const how = { role: support ? 'support' : 'admin', evenUnproven: unproven } as const;
  return WITH_ADDRESS[command as keyof typeof WITH_ADDRESS](ask, email, how);
};

await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      support: { type: 'boolean', default: false },
      unproven: { type: 'boolean', default: false },
    },
  });
  const nc = await connectOperator(operatorAccess());
  try {
    await run({ client: openRequestClient(nc, openBlobs(blobAccess())) }, positionals, values);
  } finally {
    await nc.close();
  }
  return true;
});
