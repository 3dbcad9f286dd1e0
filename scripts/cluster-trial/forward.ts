// Ports of this machine that lead to services of the cluster: each connection goes to a pod of its own, as through an ingress.
import { connect, createServer, type Server } from 'node:net';

/** Forwards a port of 127.0.0.1 to an address; resolves once it listens. */
export const forward = (port: number, host: string, targetPort: number): Promise<Server> => {
  const server = createServer((socket) => {
    const target = connect(targetPort, host);
    socket.pipe(target).pipe(socket);
    socket.on('error', () => target.destroy()).on('close', () => target.destroy());
    target.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
};
