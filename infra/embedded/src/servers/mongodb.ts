// MongoDB, which stores the read models: the real server where available, else one that speaks its protocol.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath } from '../process/command.ts';
import { type Progress, withElapsed } from '../process/progress.ts';
import { cacheRoot } from '../setup/cache.ts';
import { createEnvironment, isComplete } from '../setup/python.ts';
import { downloadProgram } from './download.ts';
import { thisMachine } from './machine.ts';
import { mongodbAnswers } from './probes.ts';
import { ifExecutable, programOnPath } from './program.ts';
import { mongodbRelease } from './releases.ts';
import { installInto, resolveProgram } from './resolve.ts';
import { type Launch, type RunningServer, startOnPort, startServer } from './running-server.ts';
import { MONGODB_VERSION, SECANTUS_RUST_VERSION, SECANTUS_VERSION } from './versions.ts';

export type MongodbOptions = {
  dataDirectory: string;
  /** The port (default a free one). */
  port?: number;
  onProgress?: Progress;
};

/** A server that speaks MongoDB's protocol. Their files differ, so each kind has its own folder. */
export type MongodbProgram = { command: string; kind: 'mongod' | 'secantus-rust' | 'secantus-python' };

/** The server to use: mongod, else SecantusDB (MongoDB's protocol on WiredTiger, from PyPI); gets it when missing. */
export const mongodbProgram = async (progress: Progress): Promise<MongodbProgram> => {
  const servers = join(cacheRoot(), 'servers');
  const mongodbFolder = join(servers, `mongodb-${MONGODB_VERSION}`);
  const rustFolder = join(servers, `secantus-mdb-${SECANTUS_RUST_VERSION}`);
  const pythonFolder = join(servers, `secantusdb-${SECANTUS_VERSION}`);
  const release = mongodbRelease(await thisMachine());
  const as = (kind: MongodbProgram['kind'], find: () => Promise<string | undefined>) => async () => {
    const command = await find();
    return command === undefined ? undefined : { command, kind };
  };
  return resolveProgram<MongodbProgram>({
    name: 'mongodb',
    find: [
      { what: 'PATH', take: as('mongod', () => programOnPath('mongod', '5.0')) },
      { what: 'the cache', take: as('mongod', () => ifExecutable(join(mongodbFolder, 'mongod'))) },
      { what: 'PATH', take: as('secantus-rust', () => findOnPath('secantusd-rs')) },
      { what: 'the cache', take: as('secantus-rust', () => ifExecutable(join(rustFolder, 'secantusd-rs'))) },
      { what: 'the cache', take: as('secantus-python', () => completeSecantus(pythonFolder)) },
    ],
    get: [
      {
        what: 'the official download',
        take: as(
          'mongod',
          async () =>
            release &&
            withElapsed(progress, `mongodb ${MONGODB_VERSION}: downloading it`, () =>
              installInto(mongodbFolder, 'mongod', (draft) =>
                downloadProgram(release, join(draft, 'mongod')),
              ),
            ),
        ),
      },
      {
        what: 'the installation of SecantusDB from PyPI',
        take: as('secantus-python', () => installSecantus(pythonFolder, progress)),
      },
    ],
    advice:
      'MongoDB is missing: install MongoDB 8 (https://www.mongodb.com/try/download/community) or set MONGODB_URL.',
    lockFile: `${mongodbFolder}.lock`,
    progress,
  });
};

/** How to run a MongoDB server with its data under `dataDirectory`. */
export const mongodbLaunch = async (
  program: MongodbProgram,
  options: { dataDirectory: string; port: number },
): Promise<Launch> => {
  const data = join(options.dataDirectory, program.kind);
  await mkdir(data, { recursive: true });
  return {
    name: 'mongodb',
    command: program.command,
    args: serverArguments(program.kind, data, String(options.port)),
    cwd: data,
    url: `mongodb://127.0.0.1:${options.port}`,
    isReady: () => mongodbAnswers(options.port),
  };
};

/** Starts a MongoDB server and resolves when it answers `ping`. */
export const startMongodb = async (options: MongodbOptions): Promise<RunningServer> => {
  const program = await mongodbProgram(options.onProgress ?? (() => undefined));
  return startOnPort(options.port, async (port) =>
    startServer(
      await mongodbLaunch(program, { ...options, port }),
      join(options.dataDirectory, 'mongodb.log'),
    ),
  );
};

const serverArguments = (kind: MongodbProgram['kind'], data: string, port: string): string[] => {
  if (kind === 'mongod')
    return ['--dbpath', data, '--port', port, '--bind_ip', '127.0.0.1', '--nounixsocket'];
  const shared = ['--port', port, '--storage-path', data, '--standalone'];
  // The one in Rust would lose its last writes in a crash; projections would then write them again, but slowly.
  return kind === 'secantus-rust' ? [...shared, '--sync-on-commit'] : shared;
};

const installSecantus = (folder: string, progress: Progress): Promise<string> => {
  return withElapsed(
    progress,
    `mongodb: installing SecantusDB ${SECANTUS_VERSION} from PyPI in its place`,
    async () => {
      await createEnvironment(folder, [`SecantusDB==${SECANTUS_VERSION}`], progress);
      return join(folder, 'bin', 'secantusd-py');
    },
  );
};

const completeSecantus = async (folder: string): Promise<string | undefined> => {
  const program = join(folder, 'bin', 'secantusd-py');
  return (await isComplete(folder, program)) ? program : undefined;
};
