// `npm run bench`: all measurements one after another, or the named ones; `--write` stores their tables.
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { type BenchRow, tableOf } from './parts/bench-row.ts';
import { writeTable } from './parts/readme-table.ts';

const benches: Readonly<Record<string, () => Promise<{ run(): Promise<BenchRow[]> }>>> = {
  engine: () => import('./engine.ts'),
  strategy: () => import('./strategy.ts'),
  runner: () => import('./runner.ts'),
  study: () => import('./study.ts'),
  'event-store': () => import('./event-store.ts'),
  gateway: () => import('./gateway.ts'),
  workspace: () => import('./workspace.ts'),
  results: () => import('./results.ts'),
  agent: () => import('./agent.ts'),
  execute: () => import('./execute.ts'),
  memory: () => import('./idle-memory.ts'),
  ledger: () => import('./ledger.ts'),
  trading: () => import('./trading.ts'),
  accounts: () => import('./accounts.ts'),
  admin: () => import('./admin.ts'),
};

const names = Object.keys(benches);
const words = process.argv.slice(2);
const isKept = words.includes('--write');
const wanted = words.filter((word) => word !== '--write');
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}": one of ${names.join(', ')}; and --write.`);
  process.exit(2);
}

const rows: BenchRow[] = [];
/** The machine that was measured, with its load beforehand, which makes the figures worse. */
const machine = (): string => {
  const processors = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const system = `${type()} ${release()}, Node ${process.versions.node}`;
  return `${processors.length} × ${model}, ${gibibytes} GiB, ${system}, load before ${load}`;
};

for (const name of wanted.length > 0 ? wanted : names) {
  const about = `$ npm run bench -- ${name}\n${machine()}`;
  console.log(about);
  const found = (await (await benches[name]?.())?.run()) ?? [];
  console.log(`${tableOf(found)}\n`);
  if (isKept) await writeTable(name, `${about}\n${tableOf(found)}`);
  rows.push(...found);
}
const missed = rows.filter(({ met }) => !met);
console.log(
  missed.length === 0 ? 'All targets are met.' : `${missed.length} of ${rows.length} targets are missed:`,
);
for (const { name } of missed) console.log(`! ${name.trim()}`);
process.exitCode = missed.length === 0 ? 0 : 1;
