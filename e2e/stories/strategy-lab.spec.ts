// Feedback on a strategy: look-ahead, the failing line, and a built-in strategy's result.
import { expect, test } from '@playwright/test';
import { enterQuickly, expectAccessible, saveStrategy, userMenu } from '../browser-user.ts';

/** Buys what will have risen by tomorrow. */
const CLAIRVOYANT = [
  'def strategy(candles, settings):',
  '    tomorrow = candles.close.shift(-1)',
  '    rises = (tomorrow > candles.close).astype(float)',
  '    return rises / len(rises.columns)',
  '',
].join('\n');

const FAILING = [
  'def strategy(candles, settings):',
  "    print('coins:', *candles.close.columns)",
  '    return candles.close / nothing',
  '',
].join('\n');

const WITH_PARAMETERS = [
  'PARAMETERS = {',
  '    "lookback": {"default": 30, "min": 5, "max": 120, "step": 5},',
  '    "mode": {"default": "rising", "choices": ["rising", "falling"]},',
  '    "idle": {"default": True},',
  '}',
  '',
  'def strategy(candles, settings):',
  '    p = settings.parameters',
  "    change = candles.close.pct_change(p['lookback'])",
  "    held = change > 0 if p['mode'] == 'rising' else change < 0",
  '    return held / len(candles.coins)',
  '',
].join('\n');

const RUN_MS = 60_000;

test('a strategy that uses the future gets a finding with the date and the coin', async ({ page }) => {
  await enterQuickly(page);
  await saveStrategy(page, CLAIRVOYANT);
  await page.getByRole('button', { name: 'Execute Backtest' }).click();

  const done = page.getByRole('dialog', { name: 'Backtest completed successfully!' });
  const lookAhead = /Critical: Look-ahead .*uses the future.*weight for BTC at \d{1,2} \w{3} \d{4}/;
  await expect(done.getByRole('listitem').first()).toHaveText(lookAhead, { timeout: RUN_MS });
  await expectAccessible(page, 'end of a run that cannot be believed');
  await done.getByRole('button', { name: 'View results' }).click();

  const belief = page.getByRole('region', { name: 'Can this result be believed?' });
  await expect(belief).toContainText('No, do not trust it: 1 critical finding');
  await expect(belief.getByRole('listitem').first()).toHaveText(lookAhead);
  await expect(page.getByText('version 1')).toBeVisible();
  await expectAccessible(page, 'overview of a result that cannot be believed');

  await page.getByRole('tab', { name: 'Statistics' }).click();
  await belief.getByText('No, do not trust it: 1 critical finding').click();
  await expect(belief.getByRole('listitem').first()).toHaveText(lookAhead);
  const months = page.getByRole('table', { name: 'Returns by month, in percent' });
  await expect(months.getByRole('row')).toHaveCount(3);
  await expect(months.getByRole('columnheader')).toHaveCount(14);
  const benchmarks = page.getByRole('table', { name: 'Strategy and benchmarks' });
  await expect(benchmarks.getByRole('columnheader', { name: 'Hold BTC' })).toBeVisible();
  await benchmarks.getByText('Sharpe ratio', { exact: true }).hover();
  await expect(page.getByRole('tooltip')).toContainText('standard deviation');
  await expectAccessible(page, 'statistics');
});

// spec: strategies.74, workspace.48
test('what a failing strategy printed and the line that failed are shown, there and in the editor', async ({
  page,
}) => {
  await enterQuickly(page);
  await saveStrategy(page, FAILING);
  await page.getByRole('button', { name: 'Execute Backtest' }).click();

  const failed = page.getByRole('dialog', { name: 'Strategy execution failed' });
  await expect(failed).toContainText('Line 3 of the strategy', { timeout: RUN_MS });
  await expect(failed).toContainText('return candles.close / nothing');
  await expect(failed.getByRole('region', { name: 'Output' })).toContainText('coins: BTC\nTraceback:');
  await expectAccessible(page, 'end of a run that failed');
  await failed.getByRole('button', { name: 'Go to line 3' }).click();

  const marked = page.locator('.cm-failing-line');
  await expect(marked).toHaveText('    return candles.close / nothing');
  await expectAccessible(page, 'editor with a marked line');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Strategy code' }).focus();
  await page.keyboard.type('# ');
  await expect(marked).toHaveCount(0);
  await expect(userMenu(page)).toContainText(/10,000 VUT/);
});

// spec: results.38, strategies.6
test('the built-in strategy runs in its private chat, where nothing can be changed', async ({ page }) => {
  await enterQuickly(page);
  const chats = page.getByRole('region', { name: 'Backtest Chats' });
  await expect(chats.getByText('PRIVATE CHAT')).toBeVisible();
  await chats.getByRole('button', { name: 'Actions for TrendBot 2.0' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View Details']);
  await page.keyboard.press('Escape');

  await chats.getByRole('treeitem', { name: 'TrendBot 2.0 PRIVATE CHAT' }).click();
  const toggle = page.getByRole('button', { name: 'Show chat panel' });
  await expect(toggle).toHaveAttribute('aria-disabled', 'true');
  await toggle.hover();
  await expect(page.getByText('AI chat is disabled for Private Chats')).toBeVisible();
  await page.getByRole('button', { name: 'Open TrendBot 2.0' }).click();
  await expect(page).toHaveURL(/item=strategy-private-trendbot/);
  await expect(page.getByRole('main').getByText('Absolute momentum')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expectAccessible(page, 'built-in strategy');

  await page.getByRole('button', { name: 'Top 5' }).click();
  await page.getByRole('button', { name: 'Execute Backtest' }).click();
  const done = page.getByRole('dialog', { name: 'Backtest completed successfully!' });
  await expect(done).toContainText('backtest_TrendBot 2.0', { timeout: RUN_MS });
  await done.getByRole('button', { name: 'View results' }).click();
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Settings', 'Statistics', 'Chance', 'Chart']);
  await expect(page.getByRole('region', { name: 'Can this result be believed?' })).not.toContainText(
    'Critical',
  );
  const charts = page.getByRole('region', { name: 'Charts', exact: true });
  await expect(charts.getByRole('group', { name: 'Charts' })).toHaveText('EquityDrawdownRolling Sharpe');
  await expectAccessible(page, 'result of the built-in strategy');
});

test('the parameters of a strategy are fields, which its next run takes and its result keeps', async ({
  page,
}) => {
  await enterQuickly(page);
  await saveStrategy(page, WITH_PARAMETERS);
  const fields = page.getByRole('group', { name: /^Parameters of strategy_/ });
  await expect(fields.getByText('all as the code has them')).toBeVisible();
  await fields.getByLabel('lookback, from 5 to 120').fill('45');
  await fields.getByLabel('mode').selectOption('falling');
  await expect(fields.getByText('2 of 3 changed')).toBeVisible();
  await expectAccessible(page, 'parameters of a strategy');
  await page.getByRole('button', { name: 'Execute Backtest' }).click();
  const done = page.getByRole('dialog', { name: 'Backtest completed successfully!' });
  await done.getByRole('button', { name: 'View results' }).click({ timeout: RUN_MS });
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByText('lookback 45, mode falling, idle on')).toBeVisible();

  // A result is shown without the panel of the settings.
  await page.getByRole('button', { name: 'Show settings panel' }).click();
  await fields.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(fields.getByLabel('lookback, from 5 to 120')).toHaveValue('30');
  await page.getByRole('button', { name: 'Use these settings' }).click();
  await expect(fields.getByLabel('lookback, from 5 to 120')).toHaveValue('45');
  await expect(fields.getByLabel('mode')).toHaveValue('falling');
});
