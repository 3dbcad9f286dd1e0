// Finds every TCP port on which a system listens by itself, from the kernel's lists of sockets and processes.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state of a socket that takes connections. */
const LISTEN = '0A';

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

/** The number of the socket at each file of a process. */
const socketsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((file) => {
      const [, socket] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${file}`)) ?? [];
      return socket ?? [];
    });
  } catch {
    return [];
  }
};

/** These processes and all that they have started. */
const treeOf = (roots: readonly number[]): number[] => {
  const parents = readdirSync('/proc').flatMap((name) => {
    const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${name}/stat`)) ?? [];
    return /^\d+$/.test(name) && parent ? [[Number(name), Number(parent)] as const] : [];
  });
  const tree = new Set(roots);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const [pid, parent] of parents) if (tree.has(parent)) tree.add(pid);
  }
  return [...tree];
};

/** The ports of this machine that these processes, and those that they have started, listen on. */
export const listeningPorts = (roots: readonly number[]): number[] => {
  const own = new Set(treeOf(roots).flatMap(socketsOf));
  const lines = ['tcp', 'tcp6'].flatMap((name) => read(`/proc/net/${name}`).split('\n').slice(1));
  const ports = lines.flatMap((line) => {
    const [, local = '', , state, , , , , , socket = ''] = line.trim().split(/\s+/);
    return state === LISTEN && own.has(socket) ? [Number.parseInt(local.split(':').at(-1) ?? '', 16)] : [];
  });
  return [...new Set(ports)].sort((a, b) => a - b);
};
