// The way from an idea to a tested strategy by talking: the Strategy agent writes, checks and runs it, and one press saves it.
import { expect, test } from '@playwright/test';
import { enterQuickly, expectAccessible, pageUrl, userMenu } from '../browser-user.ts';

/** The agent's own backtest is in it. */
const REPLY_MS = 60_000;
const RUN_MS = 60_000;

/** In and out of the market by turns, day by day. */
const DAILY = [
  'import pandas as pd',
  '',
  '',
  'def strategy(candles, settings):',
  '    turns = pd.Series(candles.index.dayofyear % 2, index=candles.index)',
  '    return candles.close.notna().mul(turns, axis=0) / len(candles.coins)',
  '',
].join('\n');

// spec: strategies.49, strategies.50
test('an idea that is typed becomes a verified, saved and backtested strategy', async ({ page }) => {
  await enterQuickly(page);
  const chat = page.getByRole('region', { name: 'AI chat' });
  const input = chat.getByRole('textbox', { name: 'Message to the Strategy Agent' });
  const result = chat.getByRole('region', { name: 'Backtest result' });

  await test.step('the idea is sent, with the most that it can cost next to it', async () => {
    await chat.getByRole('button', { name: 'Hold the top 3 coins by 30-day momentum' }).click();
    await expect(input).toHaveValue(/top 3 coins/);
    await expect(chat.getByText(/at most [\d.,]+ VUT/)).toBeVisible();
    await input.press('Enter');
  });

  await test.step('the reply shows its steps, its code, what was verified, and its cost', async () => {
    await expect(result).toContainText('Verified: ran on', { timeout: REPLY_MS });
    await expect(result).toContainText('9 coins');
    await expect(chat.getByRole('list', { name: 'Steps' })).toContainText('done');
    await expect(chat.getByRole('figure', { name: 'Python code' }).first()).toContainText('def strategy');
    await expect(chat.getByText('demo model', { exact: true }).first()).toBeVisible();
    await expect(chat.getByRole('button', { name: 'Send message' })).toBeVisible({ timeout: REPLY_MS });
    await expect(chat.getByText(/^[\d.,]+ VUT/)).toBeVisible();
    await expect(userMenu(page)).not.toContainText('10,000 VUT');
    await expectAccessible(page, 'a reply of the Strategy agent');
  });

  await test.step('its coins are offered, and become the portfolio when pressed', async () => {
    await expect(result).toContainText('Your portfolio: BTC');
    await result.getByRole('button', { name: 'Use these 9 coins' }).click();
    await expect(page.getByText('Portfolio changed in Backtest Settings')).toBeVisible();
    await expect(result).not.toContainText('Your portfolio');
  });

  await test.step('a reload finds the conversation as it was', async () => {
    await page.reload();
    await expect(result).toContainText('Verified: ran on');
  });

  await test.step('one press saves the code, which is shown and can be run', async () => {
    await chat.getByRole('button', { name: 'Save Strategy' }).last().click();
    await expect(page.getByText('Strategy saved to backtest session!')).toBeVisible();
    await expect(page).toHaveURL(/item=strategy-python-0/);
    await expect(page.getByRole('textbox', { name: 'Strategy code' })).toContainText('def strategy');
    await page.getByRole('button', { name: 'Execute Backtest' }).click();
    const done = page.getByRole('dialog', { name: 'Backtest completed successfully!' });
    await expect(done).toBeVisible({ timeout: RUN_MS });
    await done.getByRole('button', { name: 'Close', exact: true }).click();
  });

  await test.step('another press keeps what the agent ran as a result, to which its card leads', async () => {
    const balance = await userMenu(page).textContent();
    await result.getByRole('button', { name: 'Keep as result' }).click();
    await result.getByRole('button', { name: 'Open result' }).click({ timeout: RUN_MS });
    await expect(page).toHaveURL(/item=backtest-folder-\d+&run=/);
    await expect(userMenu(page)).toHaveText(balance ?? '');
  });
});

test('the strategy that is open is made to trade less, and what that costs is said', async ({ page }) => {
  const user = await enterQuickly(page);
  const { id } = await user.get('getFirstChat', {});
  await user.get('applyStrategy', { id, strategy_code: DAILY });
  await page.goto(pageUrl(`/app/backtest?chat=${id}&item=strategy-python-0`));
  await expect(page.getByRole('textbox', { name: 'Strategy code' })).toContainText('def strategy');
  const chat = page.getByRole('region', { name: 'AI chat' });
  const input = chat.getByRole('textbox', { name: 'Message to the Strategy Agent' });
  await input.fill('Make it trade less');
  await input.press('Enter');
  const turnover = chat.getByRole('row', { name: /^Turnover a year/ });
  await expect(turnover).toBeVisible({ timeout: REPLY_MS });
  const [before = 0, now = 0] = (await turnover.getByRole('cell').allTextContents())
    .slice(-2)
    .map((text) => Number(text.replaceAll(',', '')));
  expect(now).toBeLessThan(before);
  await expect(chat.getByText(/^(Better|Worse) now:/)).toBeVisible();
  await expect(chat.getByRole('button', { name: /^Replace\s*strategy_/ })).toBeVisible();
});

test('a reply is stopped by Escape, and an idea is handed over with one press', async ({ page }) => {
  await enterQuickly(page);
  const chat = page.getByRole('region', { name: 'AI chat' });
  const send = async (agent: string, text: string) => {
    const input = chat.getByRole('textbox', { name: `Message to the ${agent}` });
    await input.fill(text);
    await input.press('Enter');
  };

  await send('Strategy Agent', 'Hold all coins equally [fault: endless]');
  await expect(chat.getByText('Writing…')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chat.getByText('[Stream stopped by user]', { exact: true }).first()).toBeVisible();
  await expect(chat.getByText(/^[\d.,]+ VUT/)).toBeVisible();

  await chat.getByText('Discovery Agent', { exact: true }).last().click();
  await expect(chat.getByText('Switched to Discovery Agent.')).toBeVisible();
  await send('Discovery Agent', 'Which ideas suit BTC and ETH?');
  const idea = chat.getByRole('button', { name: /^Hand over to the Strategy Agent:/ }).first();
  await idea.click({ timeout: REPLY_MS });
  await expect(chat.getByText('Switched to Strategy Agent.')).toBeVisible();
  await expect(chat.getByRole('region', { name: 'Backtest result' })).toBeVisible({ timeout: REPLY_MS });
});

test('limits, access tokens and the page for assistants have no barriers', async ({ page }) => {
  await enterQuickly(page);
  await page.getByRole('region', { name: 'AI chat' }).getByRole('button', { name: 'Limits' }).click();
  await expect(page.getByRole('dialog', { name: 'Spending limits' })).toBeVisible();
  await expectAccessible(page, 'spending limits');
  await page.goto(pageUrl('/app/profile'));
  await page.getByRole('button', { name: 'New access token' }).click();
  await expect(page.getByRole('button', { name: 'Create token' })).toBeVisible();
  await expectAccessible(page, 'a new access token');
  await page.goto(pageUrl('/assistants'));
  await expect(page.getByRole('heading', { name: 'Connect an assistant' })).toBeVisible();
  await expectAccessible(page, 'how assistants connect');
});
