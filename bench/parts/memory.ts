// How much memory a process and everything it started take, each and together.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export type Memory = {
  bytes: number;
  processes: readonly { pid: number; command: string; bytes: number }[];
  /** The sizes that were added up: proportional set sizes (PSS), or resident sets (RSS), which count shared memory often. */
  measure: 'PSS' | 'RSS';
};

/** A process and its descendants, with what each holds in memory (resident set), in KiB. */
const familyOf = (pid: number): { pid: number; residentKib: number; command: string }[] => {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm='], { encoding: 'utf8' });
  const processes = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([own, parent, resident, command = '']) => ({
      pid: Number(own),
      parent: Number(parent),
      residentKib: Number(resident),
      command,
    }));
  const family = new Set([pid]);
  // Parents need not come before their children in the table.
  for (let known = 0; known < family.size; ) {
    known = family.size;
    for (const { pid: own, parent } of processes) if (family.has(parent)) family.add(own);
  }
  return processes.filter((candidate) => family.has(candidate.pid));
};

/** Proportional set size: shared memory is divided among its processes. 0 for a process that has ended meanwhile. */
const proportionalKib = (pid: number): number => {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** The memory of a process and its descendants, by PSS if the system reports it. */
export const memoryOf = (pid: number): Memory => {
  const isTold = existsSync('/proc/self/smaps_rollup');
  const processes = familyOf(pid).map(({ pid: own, command, residentKib }) => ({
    pid: own,
    command,
    bytes: (isTold ? proportionalKib(own) : residentKib) * 1024,
  }));
  const bytes = processes.reduce((total, one) => total + one.bytes, 0);
  return { bytes, processes, measure: isTold ? 'PSS' : 'RSS' };
};
