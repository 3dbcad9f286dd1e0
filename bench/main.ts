// `npm run bench`: all measurements one after the other, or the one that is named, and their table at the end.
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { type BenchRow, printRows } from './bench-row.ts';

const benches: Readonly<Record<string, () => Promise<{ run(): Promise<BenchRow[]> }>>> = {
  engine: () => import('./engine.ts'),
  'event-store': () => import('./event-store.ts'),
  gateway: () => import('./gateway.ts'),
  execute: () => import('./execute.ts'),
};

const names = Object.keys(benches);
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}": one of ${names.join(', ')}.`);
  process.exit(2);
}

console.log(machine());
const rows: BenchRow[] = [];
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`${name} …`);
  const bench = await benches[name]?.();
  rows.push(...((await bench?.run()) ?? []));
}
console.log('');
printRows(rows);
const missed = rows.filter(({ met }) => !met).length;
console.log(missed === 0 ? '\nAll targets are met.' : `\n${missed} of ${rows.length} targets are missed.`);
process.exitCode = missed === 0 ? 0 : 1;

/** What the figures were measured on; a load of its own makes them worse, so that is told too. */
function machine(): string {
  const processors = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const [model] = processors;
  return [
    `${processors.length} × ${model?.model.trim() ?? 'unknown processor'}, ${gibibytes} GiB`,
    `${type()} ${release()}, Node ${process.versions.node}, load before ${load}`,
  ].join('\n');
}
