// Builds that come before the services start: the web pages and the workflow bundles.
import { join } from 'node:path';
import type { ServiceName } from '@tradeium/contracts';
import { run } from '../process/command.ts';
import { type Progress, withElapsed } from '../process/progress.ts';
import { SetupError } from '../setup-error.ts';
import { bringUpToDate } from './up-to-date.ts';

const TIMEOUT_MS = 10 * 60_000;

/** Builds the web pages into `build/web`; answers with that folder. */
export const buildWeb = async (root: string, progress: Progress): Promise<string> => {
  const output = join(root, 'build', 'web');
  await bringUpToDate({
    inputs: [join(root, 'web'), join(root, 'libs', 'contracts'), join(root, 'package-lock.json')],
    output,
    make: (draft) =>
      withElapsed(progress, 'building the web pages', () =>
        build(join(root, 'web'), join(root, 'node_modules', '.bin', 'vite'), [
          ...['build', '--configLoader', 'native', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'],
        ]),
      ),
  });
  return output;
};

/** The file of a service's bundled workflows. */
export const workflowBundle = (root: string, service: ServiceName): string =>
  join(root, 'build', 'workflows', `${service}.js`);

/** Bundles the workflows of a service; answers with the file. */
export const buildWorkflows = async (
  root: string,
  name: ServiceName,
  progress: Progress,
): Promise<string> => {
  const output = workflowBundle(root, name);
  const service = join(root, 'services', name);
  const libs = ['contracts', 'portfolio'].map((name) => join(root, 'libs', name));
  await bringUpToDate({
    inputs: [join(service, 'src'), ...libs, join(root, 'package-lock.json')],
    output,
    make: (draft) =>
      withElapsed(progress, `bundling the workflows of ${name}`, () =>
        build(root, process.execPath, [
          join(import.meta.dirname, 'bundle-workflows.ts'),
          join(service, 'src', 'workflows', 'bundled-workflows.ts'),
          draft,
        ]),
      ),
  });
  return output;
};

const build = async (cwd: string, command: string, args: readonly string[]): Promise<void> => {
  const { code, output } = await run(command, args, {
    timeoutMs: TIMEOUT_MS,
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (code !== 0)
    throw new SetupError(`The build failed:\n${output.trim().split('\n').slice(-20).join('\n')}`);
};
