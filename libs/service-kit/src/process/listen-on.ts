// Makes a server listen where the settings say, or says in one line which setting to change.
import type { Server } from 'node:net';

type PortAndHost = { readonly port: number; readonly host: string };
/** The names of the settings. */
type Settings = { readonly port: string; readonly host: string };

const reasonOf = (
  cause: NodeJS.ErrnoException,
  { port, host }: PortAndHost,
  settings: Settings,
): string | null => {
  if (cause.code === 'EADDRINUSE')
    return `port ${port} of ${host} is taken: end what listens there, or set ${settings.port} to another one`;
  if (cause.code === 'EACCES')
    return `port ${port} is not for the user of this process: set ${settings.port} to one above 1023`;
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND')
    return `this machine has no address ${host}: set ${settings.host} to one that it has`;
  return null;
};

/** Resolves once the server listens; rejects with what to change. */
export const listenOn = (server: Server, place: PortAndHost, settings: Settings): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const reason = reasonOf(cause, place, settings);
      reject(reason === null ? cause : new Error(reason, { cause }));
    });
    server.listen({ port: place.port, host: place.host }, resolve);
  });
