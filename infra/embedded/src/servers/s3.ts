// An object store with the API of S3, for tests: it keeps its objects as files. The product itself starts none.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../process/progress.ts';
import { thisMachine } from './machine.ts';
import { httpAnswers } from './probes.ts';
import { resolveGoProgram } from './program.ts';
import { versitygwRelease } from './releases.ts';
import { type RunningServer, startOnPort, startServer } from './running-server.ts';
import { VERSITYGW_VERSION } from './versions.ts';

export type S3Options = {
  dataDirectory: string;
  /** They exist from the start; any name is allowed that a bucket can have. */
  buckets: readonly string[];
  accessKeyId: string;
  secretAccessKey: string;
  /** It refuses every write. */
  isReadOnly?: boolean;
  /** The port (default a free one). */
  port?: number;
  onProgress?: Progress;
};

/** The path of the server; gets it when it is not on this machine. */
export const s3Program = async (progress: Progress): Promise<string> =>
  resolveGoProgram(
    {
      file: 'versitygw',
      version: VERSITYGW_VERSION,
      preferred: VERSITYGW_VERSION,
      minimum: '1.8',
      versionPattern: /Version\s*: v?(\d+)\.(\d+)\.(\d+)/,
      release: versitygwRelease(await thisMachine()),
      source: `github.com/versity/versitygw/cmd/versitygw@v${VERSITYGW_VERSION}`,
      advice: `The tests need versitygw: install versitygw ${VERSITYGW_VERSION} (https://github.com/versity/versitygw) or Go.`,
    },
    progress,
  );

/** Starts the server and resolves when it answers. */
export const startS3 = async (options: S3Options): Promise<RunningServer> => {
  const { dataDirectory, buckets, accessKeyId, secretAccessKey } = options;
  const program = await s3Program(options.onProgress ?? (() => undefined));
  const [objects, metadata] = [join(dataDirectory, 'objects'), join(dataDirectory, 'metadata')];
  for (const folder of [objects, metadata, ...buckets.map((bucket) => join(objects, bucket))])
    await mkdir(folder, { recursive: true });
  return startOnPort(options.port, (port) =>
    startServer(
      {
        name: 's3',
        command: program,
        args: [
          ...['--port', `127.0.0.1:${port}`, '--health', '/health', '--quiet', '--keep-alive'],
          ...(options.isReadOnly ? ['--readonly'] : []),
          ...['--access', accessKeyId, '--secret', secretAccessKey],
          ...['posix', '--sidecar', metadata, objects],
        ],
        cwd: dataDirectory,
        url: `http://127.0.0.1:${port}`,
        isReady: () => httpAnswers(port, '/health'),
      },
      join(dataDirectory, 's3.log'),
    ),
  );
};
