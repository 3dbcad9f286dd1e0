// Runs the project's commands on any machine with Node 20.19: installs the packages first, then hands over to Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldestNode = '20.19';
const serviceNode = 24;

/** The file of each command; further arguments are passed on. */
const entries = {
  // It has little to do all day: a young generation of 1 MiB.
  start: ['--max-semi-space-size=1', 'infra/embedded/src/start.ts'],
  dev: ['infra/embedded/src/start.ts', '--watch'],
  build: ['infra/embedded/src/build.ts'],
  test: ['infra/embedded/src/test.ts'],
  check: ['infra/embedded/src/check.ts'],
  bench: ['bench/main.ts'],
  operate: ['scripts/operate.ts'],
  admin: ['scripts/admin.ts'],
  candles: ['scripts/candles.ts'],
  chaos: ['scripts/chaos.ts'],
  testnet: ['scripts/testnet.ts'],
  ledger: ['scripts/ledger.ts'],
  verify: ['scripts/verify.ts'],
  library: ['scripts/library-results.ts'],
  streams: ['scripts/streams.ts'],
  cluster: ['scripts/cluster.ts'],
  containers: ['scripts/containers.ts'],
  images: ['scripts/images.ts'],
  evaluate: ['scripts/evaluate.ts'],
  secrets: ['scripts/secrets.ts'],
  screenshots: ['e2e/screenshots/main.ts'],
};

await main(process.argv[2] ?? '', process.argv.slice(3));

async function main(command, args) {
  const entry = entries[command];
  if (!entry) fail(`Unknown command "${command}": one of ${Object.keys(entries).join(', ')}.`);
  if (!isAtLeast(process.versions.node, oldestNode)) {
    fail(
      `Node ${process.versions.node} is too old: install Node ${oldestNode} or newer (https://nodejs.org).`,
    );
  }
  if (!isInstalled()) await install();
  await handOver(findNode(), [...entry, ...args]);
}

/** True if node_modules holds what package-lock.json asks for, judged by npm's own list of what it installed. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.optional) return true;
    return entry.link ? present[path]?.resolved === entry.resolved : present[path]?.version === entry.version;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function install() {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  console.log('Installing the packages (npm ci) …');
  const timer = setInterval(() => console.log(`Installing the packages (npm ci) … ${seconds()}`), 10_000);
  const { code, output } = await runNpm(['ci']);
  clearInterval(timer);
  if (code !== 0) {
    const reason =
      output.match(/^npm (?:error|ERR!) (?!code)(.*\S.*)$/m)?.[1] ?? output.trim().split('\n').at(-1);
    fail(`npm ci failed: ${reason} (run "npm ci" for the whole story).`);
  }
  console.log(`Installing the packages: done in ${seconds()}`);
}

function runNpm(args) {
  // Under npm, the same npm again; by hand, the one on PATH.
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  return new Promise((resolve) => {
    const child = spawn(command, [...prefix, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-100_000);
      });
    }
    child.once('error', (cause) => resolve({ code: 1, output: cause.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Node 24: from the packages where there is one for this machine, else the one that runs this file. */
function findNode() {
  // Not from .bin: npm 10 makes no link there for this package.
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged;
  if (isAtLeast(process.versions.node, String(serviceNode))) return process.execPath;
  return fail(`Node ${serviceNode} is missing: install it (https://nodejs.org).`);
}

/** Runs the entry in our place: same terminal, our signals, its exit code. */
async function handOver(node, args) {
  const path = [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH].join(delimiter);
  // The channel closes when we are gone, however we ended, so the entry knows.
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: join(root, 'build', 'compile-cache') },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  watchLauncher(() => child.kill('SIGTERM'));
  const [code, signal] = await new Promise((resolve) => {
    child.once('error', (cause) => fail(`Node could not be started: ${cause.message}`));
    child.once('exit', (...outcome) => resolve(outcome));
  });
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
}

/** npm may end without passing its signal on; between it and us is at most one shell. */
function watchLauncher(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const shell = readProcess(parent);
  const npm = /^(ba|da|)sh$/.test(shell?.name) ? shell.parent : undefined;
  const timer = setInterval(() => {
    const npmIsThere = npm === undefined || (readProcess(npm)?.state ?? 'Z') !== 'Z';
    if (process.ppid === parent && npmIsThere) return;
    clearInterval(timer);
    onGone();
  }, 1_000);
  timer.unref();
}

/** Linux's record of a process; undefined for one that is gone, and on other systems. */
function readProcess(pid) {
  try {
    const [, name, state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').match(
      /^\d+ \((.*)\) (\S) (\d+)/s,
    );
    return { name, state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function isAtLeast(version, minimum) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = minimum.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
