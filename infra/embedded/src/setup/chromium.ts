// Ensures that there is a browser for the end-to-end tests.
import { findOnPath, isExecutable, run } from '../process/command.ts';
import { type Progress, withElapsed } from '../process/progress.ts';
import { SetupError } from '../setup-error.ts';
import { aptInstall } from './apt.ts';

// The shell draws without a window, with a tenth less work.
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium: CHROMIUM_PATH, one on PATH, Playwright's own, one installed now.
 * Throws a SetupError that says what to install when there is none.
 */
export const ensureChromium = async (progress: Progress): Promise<string> => {
  const found = process.env.CHROMIUM_PATH ?? (await onPath()) ?? (await playwrightsOwn());
  if (found) return found;
  for (const name of [SHELL, 'chromium']) {
    const installed = (await aptInstall([name], progress)) && (await onPath());
    if (installed) return installed;
  }
  await withElapsed(progress, 'chromium: downloading it with Playwright', () =>
    run('npx', ['playwright', 'install', 'chromium'], { timeoutMs: 10 * 60_000 }),
  );
  const downloaded = await playwrightsOwn();
  if (downloaded) return downloaded;
  throw new SetupError('Chromium is missing: install it with your package manager, or set CHROMIUM_PATH.');
};

const onPath = async (): Promise<string | undefined> => {
  for (const name of NAMES) {
    const path = await findOnPath(name);
    // Ubuntu's package is a stub that asks for snap, which containers do not have.
    if (path && (await run(path, ['--version'], { timeoutMs: 20_000 })).code === 0) return path;
  }
  return undefined;
};

const playwrightsOwn = async (): Promise<string | undefined> => {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && (await isExecutable(path)) ? path : undefined;
};
