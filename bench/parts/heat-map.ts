// How quickly the heat map of a study shows another figure, in a real browser.
import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '@tradeium/embedded';
import type { RegisteredUser } from '../../e2e/api-client.ts';
import { signInProfile } from '../../e2e/browser-session.ts';
import { type BenchRow, below, median } from './bench-row.ts';

const CHANGE_MAX_MS = 100;
const LOADED_MAX_MS = 60_000;

/** From each choice of another figure to the frame after the one that shows it, for every figure once. */
const changesMs = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const select = [...document.querySelectorAll('select')].find(({ labels }) =>
      [...labels].some(({ textContent }) => textContent === 'Figure'),
    );
    if (!select) throw new Error('the map has no choice of figures');
    const frame = () => new Promise(requestAnimationFrame);
    const times: number[] = [];
    for (const { value } of [...select.options].filter((option) => !option.selected)) {
      await frame();
      const startedAt = performance.now();
      // React sees the change as one of the user's only through the element's own setter.
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value);
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await frame();
      await frame();
      times.push(performance.now() - startedAt);
    }
    return times;
  });

/** The map of a study that has ended. */
export const heatMapRow = async (
  user: RegisteredUser,
  chatId: string,
  studyId: string,
): Promise<BenchRow> => {
  const executablePath = await ensureChromium(console.error);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await signInProfile(context, user, user.urls.gateway);
    const page = await context.newPage();
    await page.goto(`${user.urls.gateway}/app/backtest?chat=${chatId}&item=backtest-study&run=${studyId}`);
    await page.getByRole('gridcell').first().waitFor({ timeout: LOADED_MAX_MS });
    const cells = await page.getByRole('gridcell').count();
    await changesMs(page);
    return below(
      `  its heat map of ${cells.toLocaleString('en')} cells: another figure (median)`,
      median(await changesMs(page)),
      CHANGE_MAX_MS,
    );
  } finally {
    await browser.close();
  }
};
