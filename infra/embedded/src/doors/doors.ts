// Gives a server a network of its own, in which nobody reaches it, and opens only some of its ports to this machine.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findOnPath, run } from '../process/command.ts';

/** A port of this machine that leads to the same port of the server's own network. */
export type Door = {
  readonly port: number;
  /** It serves pages: what another site makes a browser send is turned away. */
  readonly isPage: boolean;
};

type Command = { readonly command: string; readonly args: readonly string[] };

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
/** A network with nothing but its own loopback address; all else stays as it is. */
const OWN_NETWORK = ['--unshare-net', '--dev-bind', '/', '/'];
const OPEN_ATTEMPTS = 20;
const OPEN_AGAIN_MS = 100;

/** True if this machine can give a process its own network: on Linux, where bubblewrap may. */
export const canOwnNetworks = async (): Promise<boolean> => {
  if (process.platform !== 'linux' || !(await findOnPath('bwrap'))) return false;
  return (await run('bwrap', [...OWN_NETWORK, 'true'], { timeoutMs: 10_000 })).code === 0;
};

/** The same command in its own network; it is reached once it is handed its doors. */
export const inOwnNetwork = ({ command, args }: Command): { command: string; args: string[] } => ({
  command: 'bwrap',
  // It has little to do and few objects.
  args: [...OWN_NETWORK, process.execPath, '--max-semi-space-size=1', MAIN, command, ...args],
});

/** Opens the ports; rejects when one is taken for longer than a process takes to end. */
export const openDoors = async (doors: readonly Door[]): Promise<Server[]> => {
  const opened: Server[] = [];
  try {
    for (const door of doors) opened.push(await listening(door.port));
  } catch (cause) {
    closeDoors(opened);
    throw cause;
  }
  return opened;
};

export const closeDoors = (opened: readonly Server[]): void => {
  for (const server of opened) server.close();
};

/** Hands over the opened doors; from then on they close with the process. */
export const handOver = (child: ChildProcess, doors: readonly Door[], opened: readonly Server[]): void => {
  for (const [n, server] of opened.entries()) child.send(doors[n] as Door, server, () => server.close());
};

const listening = async (port: number): Promise<Server> => {
  for (let attempt = 1; ; attempt++) {
    // A connection that comes before the door is handed over has nowhere to go.
    const server = createServer((socket) => socket.destroy());
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    try {
      await once(server, 'listening');
      return server;
    } catch (cause) {
      if (attempt === OPEN_ATTEMPTS) throw cause;
      await delay(OPEN_AGAIN_MS);
    }
  }
};
