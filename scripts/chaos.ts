// Puts live trading through chaos on its own system, and audits the result: for operators to try.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSystem } from '@tradeium/embedded';
import { until } from '@tradeium/testing/until';
import { systemEnvironment } from '../e2e/system-environment.ts';
import { tradeThroughChaos, type Victim } from '../e2e/trading-chaos.ts';
import { runCommand, UsageError } from './command-line.ts';

const USAGE = `npm run chaos -- trading [--rebalances 1000] [--users 10] [--seed 1] [--kills 3] [--minutes 600]
Starts a system in a folder of its own. A tenth of all orders are answered without their outcome, and in so many of
ten rounds (--kills) trading, Temporal, NATS or the strategy runner is killed at a random moment. No round begins after --minutes. Then all events are compared
with the exchange's ledger. Exit code 0: no order is there twice or without an intent, and every unit agrees; 1: something is wrong.`;

const OPTIONS = {
  rebalances: { type: 'string', default: '1000' },
  users: { type: 'string', default: '10' },
  seed: { type: 'string', default: '1' },
  kills: { type: 'string', default: '3' },
  minutes: { type: 'string', default: '600' },
} as const;

const LOOK_EVERY_MS = 20;

const run = async (): Promise<boolean> => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const rebalances = Number(values.rebalances);
  const options = {
    users: Number(values.users),
    seed: Number(values.seed),
    killsOfTen: Number(values.kills),
    minutesMax: Number(values.minutes),
  };
  const areNumbers = [rebalances, ...Object.values(options)].every((number) => number >= 0);
  if (positionals.join() !== 'trading' || !areNumbers) throw new UsageError('');
  const home = await mkdtemp(join(tmpdir(), 'tradeium-chaos-'));
  const system = await startSystem({ home, port: 0, env: await systemEnvironment(home) });
  const crash = async (name: Victim): Promise<void> => {
    const pid = system.processes()[name];
    if (pid === undefined) return;
    process.kill(pid, 'SIGKILL');
    const replaced = async () => ([pid, undefined].includes(system.processes()[name]) ? undefined : true);
    await until(`another ${name}`, replaced, { pauseMs: LOOK_EVERY_MS });
  };
  try {
    const urls = JSON.parse(await readFile(join(home, 'run.json'), 'utf8'));
    const rounds = Math.ceil(rebalances / options.users);
    const audit = await tradeThroughChaos(
      { urls, crash },
      { ...options, rebalances: rounds, say: console.log },
    );
    console.log(JSON.stringify(audit, undefined, 2));
    return audit.ok;
  } finally {
    await system.stop();
    await rm(home, { recursive: true, force: true });
  }
};

await runCommand(USAGE, run);
