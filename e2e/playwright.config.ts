// Stories of the product in a real browser, against one whole system started for them.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './browser-setup.ts',
  // It is emptied first, and other tiers keep their results next to it.
  outputDir: '../test-results/browser',
  // How soon something comes is not what a story is about, and a busy machine takes long.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  workers: 2,
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE ? [['list'], ['junit']] : [['list']],
  use: {
    screenshot: 'only-on-failure',
    colorScheme: 'dark',
    // Animations are drawn by the processors that the system under test needs; the newcomer's story has them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
