// The verdict on a result: one line when there is no warning, otherwise each warning.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { Finding } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { FindingsPanel } from './findings-panel.tsx';

const CLEAN: Finding = {
  code: 'NO_LOOK_AHEAD',
  severity: 'passed',
  data: { cuts: 24, made_up: 6, decisions: 365 },
};
const WARNING: Finding = { code: 'TOO_FEW_BARS', severity: 'warning', data: { bars: 12 } };

const verdict = () => screen.getByRole('region', { name: 'Can this result be believed?' });

test('a clean result has one line, which opens', async () => {
  const { user } = renderWeb(<FindingsPanel findings={[CLEAN]} />);
  const line = within(verdict()).getByText('No look-ahead found; costs and data checked');
  const details = line.closest('details');
  expect(details?.open).toBe(false);
  expect(verdict().children).toHaveLength(1);
  expect(screen.queryByRole('heading')).toBeNull();
  await user.click(line);
  expect(details?.open).toBe(true);
  expect(within(verdict()).getAllByRole('listitem')).toHaveLength(1);
});

test('a warning is read at once, without a press', () => {
  renderWeb(<FindingsPanel findings={[WARNING, CLEAN]} />);
  expect(screen.getByRole('heading', { name: 'Can this result be believed?' })).toBeDefined();
  expect(within(verdict()).getByText('With care: 1 warning')).toBeDefined();
  const first = within(verdict()).getAllByRole('listitem')[0];
  expect(first?.closest('details')).toBeNull();
});

test('among other things it is one line, whatever was found', () => {
  renderWeb(<FindingsPanel findings={[WARNING, CLEAN]} folded />);
  const line = within(verdict()).getByText('With care: 1 warning');
  expect(line.closest('details')?.open).toBe(false);
  expect(screen.queryByRole('heading')).toBeNull();
});
