// Two parameters of a library strategy are studied and walked forward, one of the points becomes a result, and its rebalance policies lead to a deployment.
import { expect, test } from '@playwright/test';
import { enterQuickly, expectAccessible } from '../browser-user.ts';

const STUDY_MS = 110_000;

test('a study of two parameters is planned with its price, read as a map, kept, and deployed with a chosen policy', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await enterQuickly(page);
  await page.getByRole('button', { name: 'Choose from the library' }).click();
  await page.getByRole('button', { name: 'Add Dual momentum to this chat' }).click();
  // Under the message, parts of the form would count as too small.
  const added = page.getByText(/added to this chat as/);
  await expect(added).toBeVisible();
  await expect(added).toBeHidden();
  await page.getByRole('button', { name: 'Study parameters' }).click();

  const form = page.getByRole('dialog', { name: /^Study of strategy_/ });
  await form.getByLabel('From of lookback').fill('50');
  await form.getByLabel('To of lookback').fill('150');
  await form.getByLabel('Step of lookback').fill('50');
  await form.getByRole('radiogroup', { name: 'How coins varies' }).getByText('List').click();
  await form.getByRole('textbox', { name: /^Values of coins/ }).fill('1, 2');
  await expect(form.getByText('6 points')).toBeVisible();
  await expectAccessible(page, 'form of a study');
  await form.getByRole('button', { name: 'Start study' }).click();

  await expect(page.getByText('6 of 6 points computed')).toBeVisible({ timeout: STUDY_MS });
  await expect(page).toHaveURL(/item=backtest-study&run=/);
  const cells = page.getByRole('grid').locator('tbody').getByRole('gridcell');
  await expect(cells).toHaveCount(6);
  await cells.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(cells.nth(1)).toBeFocused();
  await expect(page.getByRole('slider', { name: /^Return of point/ })).toBeVisible();
  await expectAccessible(page, 'study');

  const first = page.url();
  await page.getByRole('button', { name: 'Walk it forward' }).click();
  await expect(form.getByLabel('Step of lookback')).toHaveValue('50');
  await expect(form.getByLabel('Train bars')).toBeVisible();
  await expect(form.getByText('6 points')).toBeVisible();
  await form.getByRole('button', { name: 'Start study' }).click();
  await expect(page.getByRole('region', { name: 'Walk-forward test' })).toBeVisible({ timeout: STUDY_MS });

  await page.goto(first);
  await page.getByRole('table', { name: 'Points of the study' }).getByRole('button', { name: '3' }).click();
  await page.getByRole('button', { name: 'Keep point 3' }).click();
  await page.getByRole('button', { name: 'Open result of point 3' }).click({ timeout: STUDY_MS });
  await expect(page.getByRole('tab', { name: 'Chance' })).toBeVisible();

  await page.getByRole('button', { name: 'Rebalance policies' }).click();
  const policies = page.getByRole('dialog', { name: 'Rebalance policies' });
  await expect(policies.getByText('27 points')).toBeVisible();
  await expectAccessible(page, 'form of rebalance policies');
  await policies.getByRole('button', { name: 'Start study' }).click();
  await expect(page.getByText('27 of 27 points computed')).toBeVisible({ timeout: STUDY_MS });
  await page.getByLabel('Figure').selectOption('Policy tracking error');
  // Three calendars, and of five bands all but that of no width with two ends.
  await expect(cells).toHaveCount(27);
  await expect(page.getByRole('grid').getByRole('columnheader', { name: '10' })).toBeVisible();
  await cells.last().focus();
  await expectAccessible(page, 'study of rebalance policies');
  await page.getByRole('button', { name: 'Keep and deploy' }).click();
  await page.getByRole('button', { name: 'Try with play money' }).click({ timeout: STUDY_MS });
  const policy = /^Monthly, 10\s% band, to the edge$/;
  await expect(page.getByRole('dialog').getByText(policy)).toBeVisible();
  await page.getByRole('button', { name: 'Deploy on paper' }).click();
  await expect(page).toHaveURL(/\/app\/trading\?chat=/);
  await expect(page.getByText(policy)).toBeVisible();
});
