// Ends process groups when the process that started them is gone, however it ended (kill -9 included).
import { type ChildProcess, spawn } from 'node:child_process';
import { signalGroup } from './process-group.ts';

// A shell, because it must be tiny and must outlive us. It learns of groups through a pipe;
// the end of the pipe means that we are gone, and then it ends the groups that are left.
const SCRIPT = `
trap '' HUP INT TERM
groups=
while read -r verb group; do
  case $verb in
    add) groups="$groups $group" ;;
    remove) kept=; for g in $groups; do [ "$g" = "$group" ] || kept="$kept $g"; done; groups=$kept ;;
  esac
done
for g in $groups; do kill -s TERM -- "-$g" 2>/dev/null; done
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  alive=; for g in $groups; do kill -s 0 -- "-$g" 2>/dev/null && alive=1; done
  [ "$alive" ] || exit 0
  sleep 0.25
done
for g in $groups; do kill -s KILL -- "-$g" 2>/dev/null; done
`;

const guarded = new Set<number>();
let shell: ChildProcess | undefined;

/**
 * Guards a process group: it is ended (SIGTERM, five seconds later SIGKILL) when this process is gone.
 * A group is identified by the id of its first process.
 */
export const guard = (group: number): void => {
  guarded.add(group);
  if (shell === undefined) startShell();
  else send(`add ${group}`);
};

/** Reports that a group has ended on its own, so that its number may be reused. */
export const unguard = (group: number): void => {
  if (!guarded.delete(group)) return;
  send(`remove ${group}`);
};

/** Ends all guarded groups at once. */
export const killGuarded = (): void => {
  for (const group of guarded) signalGroup(group, 'SIGKILL');
};

/** The process id of the watchdog of this process, once something is guarded. */
export const watchdogPid = (): number | undefined => shell?.pid;

const startShell = (): void => {
  const started = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell = started;
  // A killed watchdog is replaced as long as there is something to guard.
  started.once('exit', () => {
    shell = undefined;
    if (guarded.size > 0) startShell();
  });
  started.on('error', () => undefined);
  started.stdin?.on('error', () => undefined);
  started.unref();
  if (started.stdin && 'unref' in started.stdin && typeof started.stdin.unref === 'function')
    started.stdin.unref();
  for (const group of guarded) send(`add ${group}`);
};

const send = (line: string): void => {
  if (shell?.stdin?.writable) shell.stdin.write(`${line}\n`);
};
