// Tests by file name: pure ones, those of components, those against real servers, and those of the whole running system.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait begin first, while other tiers keep the processors busy. */
const WAITING = ['e2e/system/trading-chaos.system.test.ts'];

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWaiting = ({ moduleId }: TestSpecification) => WAITING.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    // Tests against real servers wait more than they compute.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts', '**/*.system.test.ts', 'build/**'],
          // Pure tests leave nothing behind, and loading their modules again for each file takes longer than they do.
          isolate: false,
          // Some read the whole repository, which a busy machine does slowly.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'components',
          include: ['**/*.test.tsx'],
          exclude: ['**/node_modules/**', 'build/**'],
          // Loading React and Mantine for each file took longer than the tests. So no file may mock a module.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
          // Component tests load parts of the app when they are first shown, which a busy machine does slowly.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['**/*.int.test.ts'],
          exclude: ['**/node_modules/**', 'build/**'],
          globalSetup: ['libs/testing/src/servers/global-setup.ts'],
          // A file stops what it starts, so the next one need not load all modules again.
          isolate: false,
          // Awaited events come: how soon is not what a test is about, and a busy machine takes long.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000, interval: 25 } },
        },
      },
      {
        test: {
          name: 'system',
          include: ['e2e/**/*.system.test.ts'],
          globalSetup: ['e2e/system-setup.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000, interval: 50 } },
        },
      },
    ],
  },
});
