// Probes a server in its own protocol, without a client library.
import { get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';

const TIMEOUT_MS = 2_000;

/** True if a NATS server greets on this port: its first line begins with INFO, once JetStream is recovered. */
export const natsAnswers = (port: number): Promise<boolean> =>
  firstBytes(port, undefined, (bytes) => bytes.toString('latin1').startsWith('INFO'));

/** True if a MongoDB server answers `ping` on this port. */
export const mongodbAnswers = (port: number): Promise<boolean> =>
  firstBytes(port, pingMessage(), (bytes) => bytes.length >= 16 && bytes.readInt32LE(12) === OP_MSG);

/** True if a Temporal frontend on this port serves its default namespace. */
export const temporalAnswers = (port: number): Promise<boolean> => {
  return new Promise((resolve) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    const finish = (answers: boolean): void => {
      resolve(answers);
      session.destroy();
    };
    session.setTimeout(TIMEOUT_MS, () => finish(false));
    session.once('error', () => finish(false));
    const call = session.request({
      ':method': 'POST',
      ':path': '/temporal.api.workflowservice.v1.WorkflowService/DescribeNamespace',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    call.once('error', () => finish(false));
    call.once('trailers', (trailers) => finish(String(trailers['grpc-status']) === '0'));
    // A failed call has its status among the headers and sends no trailers.
    call.once('response', (headers) => headers['grpc-status'] !== undefined && finish(false));
    call.once('close', () => finish(false));
    call.resume();
    call.end(grpcMessage(protobufString(1, 'default')));
  });
};

/** True if an HTTP server on this port answers a path with 200. */
export const httpAnswers = (port: number, path: string): Promise<boolean> => {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, agent: false, timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
};

/** True if connections to this port are taken, whatever the server says. */
export const isListening = (port: number): Promise<boolean> =>
  probed(port, (socket, finish) => socket.once('connect', () => finish(true)));

const firstBytes = (
  port: number,
  request: Buffer | undefined,
  accepts: (bytes: Buffer) => boolean,
): Promise<boolean> =>
  probed(port, (socket, finish) => {
    socket.once('data', (bytes: Buffer) => finish(accepts(bytes)));
    if (request) socket.write(request);
  });

/** False when the connection fails, ends, or is silent for too long before `watch` has finished. */
const probed = (
  port: number,
  watch: (socket: Socket, finish: (answers: boolean) => void) => void,
): Promise<boolean> => {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const finish = (answers: boolean): void => {
      resolve(answers);
      socket.destroy();
    };
    socket.setTimeout(TIMEOUT_MS, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    watch(socket, finish);
  });
};

const OP_MSG = 2013;

/** The wire form of `{ ping: 1, $db: 'admin' }`: header, no flags, one section with one document. */
const pingMessage = (): Buffer => {
  const fields = Buffer.concat([
    Buffer.from('\x10ping\0\x01\0\0\0', 'latin1'),
    Buffer.from('\x02$db\0\x06\0\0\0admin\0', 'latin1'),
  ]);
  const document = Buffer.concat([int32(fields.length + 5), fields, Buffer.from([0])]);
  const body = Buffer.concat([int32(0), Buffer.from([0]), document]);
  return Buffer.concat([int32(body.length + 16), int32(1), int32(0), int32(OP_MSG), body]);
};

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};

const protobufString = (field: number, value: string): Buffer =>
  Buffer.concat([Buffer.from([(field << 3) | 2, value.length]), Buffer.from(value)]);

const grpcMessage = (payload: Buffer): Buffer => {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(payload.length, 1);
  return Buffer.concat([prefix, payload]);
};
