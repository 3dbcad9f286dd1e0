// An operator's or owner's command line: checks an exported activity, and makes its decisions again where the product runs.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type ActivityExport, activityExport, isRefusal, MESSAGES, refusalText } from '@tradeium/contracts';
import { blobAccess, openBlobs, openRequestClient, type RequestClient } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { plansIn, readChain } from '../services/trading/src/audit/activity-export.ts';
import { fileProblems, planProblems, storedProblems } from '../services/trading/src/audit/verify-activity.ts';
import { runCommand, UsageError } from './command-line.ts';
import { connectOperator, type OperatorAccess, operatorAccess, readRunFile } from './running-system.ts';

const USAGE = `npm run verify -- <file> [--offline]   checks the activity that the trading page exports
Alone, the file shows whether a byte of it was changed. Where the product runs (NATS_URL, or run.json in TRADEIUM_HOME), it
is compared with what is stored, and every plan is made again: strategy, weights and orders. Nothing is written.
Exit code 0: everything agrees; 1: something is wrong; 2: the command was not understood.`;

const RECOMPUTE_TIMEOUT_MS = 60_000;

const readExport = async (path: string): Promise<ActivityExport> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${path} cannot be read`);
  });
  try {
    return activityExport.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is not an exported activity, or a byte outside of its commits was changed`);
  }
};

const say = (title: string, counted: number, problems: readonly string[]): boolean => {
  const verdict = problems.length === 0 ? '✓' : `✗ ${problems.length} wrong`;
  console.log(`${title.padEnd(52)} ${String(counted).padStart(7)}  ${verdict}`);
  for (const problem of problems) console.log(`    ${problem}`);
  return problems.length === 0;
};

const checkFile = (file: ActivityExport): boolean => {
  const commits = file.chains.reduce((sum, chain) => sum + chain.commits.length, 0);
  return say('Commits, each named by the next, and the run card', commits, fileProblems(file));
};

const checkStored = async (nc: NatsConnection, { chains }: ActivityExport): Promise<boolean> => {
  const problems: string[] = [];
  for (const chain of chains) {
    const stored = await readChain(nc, chain.aggregate, chain.id);
    problems.push(...storedProblems(chain, stored.commits));
  }
  const commits = chains.reduce((sum, chain) => sum + chain.commits.length, 0);
  return say('Commits, byte for byte as they are stored', commits, problems);
};

const checkDecisions = async (
  client: RequestClient,
  { chains, run_card }: ActivityExport,
): Promise<boolean> => {
  const { deployment_id, user_id: userId } = run_card;
  const plans = chains.filter(({ aggregate }) => aggregate === 'deployment').flatMap(plansIn);
  const problems: string[] = [];
  for (const plan of plans) {
    const ids = { userId, commandId: `verify-${plan.rebalanceId}`, correlationId: plan.rebalanceId };
    const again = await client.request(MESSAGES.recomputePlan, { deployment_id, plan }, ids, {
      timeoutMs: RECOMPUTE_TIMEOUT_MS,
    });
    const name = `the plan of rebalance ${plan.rebalanceId} for the bar of ${plan.dataTimestamp}`;
    if (isRefusal(again)) problems.push(`${name} could not be made again: ${refusalText(again)}`);
    else
      for (const field of planProblems(plan, again.output.plan))
        problems.push(`${name} comes out otherwise in ${field}`);
  }
  return say('Plans, made again byte for byte', plans.length, problems);
};

const checkRunning = async (access: OperatorAccess, file: ActivityExport): Promise<boolean> => {
  const nc = await connectOperator(access);
  try {
    const client = openRequestClient(nc, openBlobs(blobAccess()));
    const isStored = await checkStored(nc, file);
    return (await checkDecisions(client, file)) && isStored;
  } finally {
    await nc.close();
  }
};

const run = async (): Promise<boolean> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { offline: { type: 'boolean', default: false } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new UsageError('');
  const file = await readExport(path);
  const isWhole = checkFile(file);
  const access = values.offline || !(process.env.NATS_URL || readRunFile()) ? undefined : operatorAccess();
  if (access === undefined) console.log('Only the file was looked at: no system runs here.');
  const agrees = !isWhole || access === undefined || (await checkRunning(access, file));
  console.log(isWhole && agrees ? '\nEverything agrees.' : '\nSomething is wrong: see above.');
  return isWhole && agrees;
};

await runCommand(USAGE, run);
