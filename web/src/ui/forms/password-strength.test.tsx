// The strength of a new password is shown in words and bars while it is typed.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { PASSWORD_LENGTH_MIN } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { PasswordStrength } from './password-strength.tsx';

const filled = (container: HTMLElement) => container.querySelectorAll('[data-filled]').length;

test.each([
  ['', 0, `At least ${PASSWORD_LENGTH_MIN} characters`],
  ['plum', 1, `At least ${PASSWORD_LENGTH_MIN} characters, 4 so far`],
])('“%s” is not long enough yet', (password, bars, words) => {
  const { container } = renderWeb(<PasswordStrength password={password} known={[]} />);
  expect(screen.getByText(words)).toBeDefined();
  expect(filled(container)).toBe(bars);
});

test.each([
  ['Qwerty123', 1, 'This password is too common.'],
  ['horse12', 1, 'Weak: easy to guess. Make it longer.'],
  ['plum-Kettle9-harbour', 4, 'Strong.'],
])('%s fills %d of the bars, and says why', async (password, bars, words) => {
  const { container } = renderWeb(<PasswordStrength password={password} known={[]} />);
  expect(await screen.findByText(words)).toBeDefined();
  expect(filled(container)).toBe(bars);
});

test('the name of the user makes a password weak', async () => {
  renderWeb(<PasswordStrength password="ada.lovelace" known={['ada.lovelace@example.org']} />);
  expect(await screen.findByText(/^Weak/)).toBeDefined();
});
