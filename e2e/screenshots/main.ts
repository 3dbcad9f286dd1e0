// `npm run screenshots`: every screen and state of the product, in both colour schemes and five widths, or those that are named, as
// pictures; barriers to accessibility are reported.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureChromium, startSystem } from '@tradeium/embedded';
import type { RegisteredUser } from '../api-client.ts';
import { signInProfile } from '../browser-session.ts';
import { barriersOn } from '../browser-user.ts';
import { type ExampleAccount, makeExampleAccount } from './example-account.ts';
import { SCREENS, type Screen } from './screens.ts';

const FOLDER = resolve(import.meta.dirname, '../../build/screenshots');
const WIDTHS = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
] as const;
const SCHEMES = ['dark', 'light'] as const;
const STEP_TIMEOUT_MS = 15_000;
const SETTLE_MS = 400;

type Look = { readonly width: number; readonly height: number; readonly scheme: (typeof SCHEMES)[number] };
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
type Stage = {
  readonly browser: Browser;
  readonly gateway: string;
  readonly account: ExampleAccount;
  readonly sessions: Readonly<Partial<Record<Screen['who'], StorageState>>>;
};

const pictureOf = ({ name }: Screen, { width, scheme }: Look): string => `${name}-${width}-${scheme}.png`;

/** A session for all pictures of a user: logging in for each would meet the limit of attempts. */
const sessionOf = async (browser: Browser, user: RegisteredUser): Promise<StorageState> => {
  const context = await browser.newContext();
  await signInProfile(context, user, user.urls.gateway);
  const state = await context.storageState();
  await context.close();
  return state;
};

/** The stream of updates stays open, so the network is never idle: wait until no skeleton is left and all is drawn. */
const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load');
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(SETTLE_MS);
};

/** Takes one picture in a separate browser profile; returns what went wrong; other pictures go on. */
const take = async (screen: Screen, look: Look, place: Stage): Promise<string[]> => {
  const { width, height, scheme } = look;
  const { browser, gateway, account, sessions } = place;
  const session = sessions[screen.who];
  const context = await browser.newContext({
    baseURL: gateway,
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    ...(session && { storageState: session }),
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  try {
    const page = await context.newPage();
    await page.goto(screen.path(account));
    await settled(page);
    await screen.then?.({ page, account, isNarrow: width < 768 });
    await settled(page);
    await page.screenshot({ path: join(FOLDER, pictureOf(screen, look)) });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const wide = overflow > 0 ? [`is ${overflow} px wider than the window`] : [];
    return [...wide, ...(await barriersOn(page))].map((problem) => `${pictureOf(screen, look)}: ${problem}`);
  } catch (cause) {
    return [`${pictureOf(screen, look)}: ${cause instanceof Error ? cause.message.split('\n')[0] : cause}`];
  } finally {
    await context.close();
  }
};

/** A page with all pictures of a screen side by side. */
const contactSheet = (screens: readonly Screen[], looks: readonly Look[]): string => {
  const figures = (screen: Screen) =>
    looks
      .map((look) => {
        const file = pictureOf(screen, look);
        return `<a href="${file}"><img src="${file}" alt="${file}" height="360" loading="lazy"></a>`;
      })
      .join('\n');
  const sections = screens.map((screen) => `<h2>${screen.name}</h2>\n<div>${figures(screen)}</div>`);
  return `<!doctype html><html lang="en"><title>Screenshots</title>
<style>body{font:16px system-ui;margin:2rem;background:#888}div{display:flex;gap:1rem;overflow-x:auto}</style>
${sections.join('\n')}</html>`;
};

const words = process.argv.slice(2);
const widths = words.filter((word) => /^\d+$/.test(word)).map(Number);
const wanted = words.filter((word) => !/^\d+$/.test(word));
const screens = SCREENS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
const sizes = WIDTHS.filter(({ width }) => widths.length === 0 || widths.includes(width));
const looks = sizes.flatMap((size) => SCHEMES.map((scheme): Look => ({ ...size, scheme })));
const home = await mkdtemp(join(tmpdir(), 'tradeium-screenshots-'));
const system = await startSystem({ home, port: 0 });
const browser = await chromium.launch({
  executablePath: await ensureChromium(console.log),
  args: ['--no-sandbox', '--disable-gpu'],
});
const problems: string[] = [];
try {
  await mkdir(FOLDER, { recursive: true });
  const account = await makeExampleAccount(system.urls);
  const place: Stage = {
    browser,
    gateway: system.urls.gateway,
    account,
    sessions: {
      user: await sessionOf(browser, account.user),
      newcomer: await sessionOf(browser, account.newcomer),
      operator: await sessionOf(browser, account.operator),
    },
  };
  for (const screen of screens) {
    console.log(screen.name);
    for (const look of looks) problems.push(...(await take(screen, look, place)));
  }
  await writeFile(join(FOLDER, 'index.html'), contactSheet(screens, looks));
} finally {
  await browser.close();
  await system.stop();
  await rm(home, { recursive: true, force: true });
}
for (const problem of problems) console.error(`! ${problem}`);
console.log(`${screens.length * looks.length} pictures, ${problems.length} problems: ${FOLDER}/index.html`);
process.exitCode = problems.length === 0 ? 0 : 1;
