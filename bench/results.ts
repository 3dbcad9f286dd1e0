// How quickly results are read in a real browser: one of 50,000 bars, and six of them compared.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '@tradeium/embedded';
import { type RegisteredUser, registerUser } from '../e2e/api-client.ts';
import { MOMENTUM } from '../e2e/backtest-story.ts';
import { signInProfile } from '../e2e/browser-session.ts';
import { type BenchRow, below, median } from './parts/bench-row.ts';
import { runHourly } from './parts/hourly-result.ts';
import { type Sight, seenAfterPressMs } from './parts/seen-times.ts';
import { startProduct } from './parts/started-product.ts';

const ROUNDS = 5;
const RESULTS = 6;
const OPEN_MAX_MS = 500;
const COMPARE_MAX_MS = 1_000;
/** The workspace loads the code of charts while idle. */
const CODE_IDLE_MS = 3_000;
const CURVE = '.js-plotly-plot .scatterlayer .trace';

type Prepared = { readonly user: RegisteredUser; readonly address: string };

/** A user with six hourly results of 2020 to 2025. */
const prepare = async (urls: { gateway: string; mail: string }): Promise<Prepared> => {
  const user = await registerUser(urls);
  const { id } = await user.get('createChat', { name: 'Hourly results' });
  for (let days = 1; days <= RESULTS; days += 1)
    await runHourly(user, id, MOMENTUM.replace('30', String(240 * days)));
  return { user, address: `${urls.gateway}/app/backtest?chat=${id}&item=backtest-results` };
};

/** A page of a new profile that shows the list of results, all chosen, and nothing of any of them yet. */
const listOf = async (browser: Browser, { user, address }: Prepared): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signInProfile(context, user, user.urls.gateway);
  const page = await context.newPage();
  await page.goto(address);
  const boxes = page.getByRole('checkbox', { name: /^Compare / });
  await boxes.nth(RESULTS - 1).waitFor();
  for (const box of await boxes.all()) await box.check();
  await page.waitForTimeout(CODE_IDLE_MS);
  return page;
};

type Opening = {
  readonly name: string;
  readonly sight: Sight;
  readonly maxMs: number;
  press(page: Page): Promise<void>;
};

/** The median time from a press until something is seen, each time in a new profile. */
const openingRow = async (
  browser: Browser,
  prepared: Prepared,
  { name, sight, maxMs, press }: Opening,
): Promise<BenchRow> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await listOf(browser, prepared);
    const seen = seenAfterPressMs(page, sight);
    await press(page);
    times.push(await seen);
    await page.context().close();
  }
  return below(name, median(times), maxMs);
};

const openFirst = (page: Page): Promise<void> =>
  page.getByRole('table').getByRole('row').nth(1).getByRole('button').first().click();

/** Starts the product as its users do, with six hourly results. */
export const run = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-results-'));
  const executablePath = await ensureChromium(console.error);
  const product = await startProduct(home, { RATE_LIMIT_AUTH_PER_MINUTE: '1000' });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const prepared = await prepare(product.urls);
    const numbers = { selector: 'dl dd[data-tone]' };
    const opening = { maxMs: OPEN_MAX_MS, press: openFirst };
    const rows = [
      await openingRow(browser, prepared, {
        ...opening,
        name: 'A result of 50,000 bars: numbers',
        sight: numbers,
      }),
      await openingRow(browser, prepared, { ...opening, name: '  its curve', sight: { selector: CURVE } }),
    ];
    const compared = await openingRow(browser, prepared, {
      name: 'Comparison of six results of 50,000 bars',
      // The last of them.
      sight: { selector: `.scatterlayer .trace:nth-child(${RESULTS})` },
      maxMs: COMPARE_MAX_MS,
      press: async (page) => {
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
      },
    });
    return [...rows, compared];
  } finally {
    await browser.close();
    await product.stop();
    await rm(home, { recursive: true, force: true });
  }
};
