// Runs a server in a network of its own, and lets in what comes through the doors: ports of the machine that it is handed.
import { spawn } from 'node:child_process';
import type { Server } from 'node:net';
import type { Door } from './doors.ts';
import { guardedPages, passOn } from './passage.ts';

const [command = '', ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
server.once('error', (cause) => {
  console.error(cause.message);
  process.exit(1);
});
server.once('exit', (code) => process.exit(code ?? 1));

process.on('message', (message, handle) => {
  const { port, isPage } = message as Door;
  const pages = isPage ? guardedPages(port) : undefined;
  (handle as Server).on('connection', (socket) =>
    pages ? pages.emit('connection', socket) : passOn(socket, port),
  );
});

const end = (): void => void server.kill('SIGTERM');
// Its supervisor wants it to end, or is gone.
process.on('disconnect', end).on('SIGTERM', end).on('SIGINT', end);
