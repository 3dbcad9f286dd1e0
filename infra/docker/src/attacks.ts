// Attacks the sandbox inside the runner's image, in every way in which a container of it is supported.
import { join } from 'node:path';
import { root } from '@tradeium/embedded';
import type { Engine } from './engine.ts';
import { buildFrom, VERSION } from './images.ts';

/** As compose and Kubernetes confine every container of ours. */
const ALWAYS = [
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--read-only',
  '--tmpfs=/tmp',
  '--network=none',
];
const profile = join(root, 'infra', 'docker', 'seccomp-runner.json');

/** By what docs/sandbox.md calls them: the options that differ. */
const waysOf = (engine: string): Readonly<Record<string, readonly string[]>> => ({
  'our seccomp profile, /proc as containers have it': [`--security-opt=seccomp=${profile}`],
  'no seccomp profile, a whole /proc': [
    '--security-opt=seccomp=unconfined',
    engine === 'podman' ? '--security-opt=unmask=ALL' : '--security-opt=systempaths=unconfined',
  ],
});

/** The tests that show within seconds whether the sandbox stands. */
const CORE = ['tests/test_trial.py', 'tests/test_walls.py'];

/**
 * Builds what attacks and runs it in each way, or only its core as compose and Kubernetes run it; returns whether every attack was
 * held.
 */
export const attack = async (
  engine: Engine,
  say: (line: string) => void,
  { isCore = false }: { isCore?: boolean } = {},
): Promise<boolean> => {
  const image = `tradeium/attacks:${VERSION}`;
  await buildFrom(engine, 'attacks.Dockerfile', { RUNNER_IMAGE: `tradeium/runner:${VERSION}` }, [image]);
  const ways = Object.entries(waysOf(engine.name)).slice(0, isCore ? 1 : undefined);
  let held = true;
  for (const [way, options] of ways) {
    say(`${way}:`);
    try {
      await engine.run(['run', '--rm', ...ALWAYS, ...options, image, ...(isCore ? CORE : [])]);
      say(`${way}: every attack was held`);
    } catch (cause) {
      held = false;
      say(`${way}: ${(cause as Error).message}`);
    }
  }
  return held;
};
