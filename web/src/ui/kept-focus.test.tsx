// The focus is where it was when a control that was busy can be used again, unless its user has gone elsewhere.
// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from './kept-focus.ts';

let stop: () => void;

// No button: a disabled one keeps the focus here, which browsers take from it.
const control = (name: string) => {
  const element = document.createElement('div');
  element.id = name;
  element.tabIndex = 0;
  document.body.append(element);
  return element;
};

const seen = () => new Promise((resolve) => setTimeout(resolve));

const busy = async (element: HTMLElement) => {
  element.focus();
  element.setAttribute('disabled', '');
  await seen();
  element.blur();
  expect(document.activeElement).toBe(document.body);
};

beforeEach(() => {
  stop = keepFocus();
});

afterEach(() => {
  stop();
  document.body.replaceChildren();
});

test('a control that was busy has the focus again', async () => {
  const save = control('save');
  await busy(save);
  save.removeAttribute('disabled');
  await vi.waitFor(() => expect(document.activeElement).toBe(save));
});

test.each([
  ['went', (other: HTMLElement) => other.focus()],
  ['pressed', (other: HTMLElement) => other.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
])('a user who %s elsewhere meanwhile stays there', async (_, leave) => {
  const [save, other] = [control('save'), control('other')];
  await busy(save);
  leave(other);
  save.removeAttribute('disabled');
  await seen();
  expect(document.activeElement).not.toBe(save);
});

test('a control that was not in use does not take the focus', async () => {
  const save = control('save');
  save.setAttribute('disabled', '');
  await seen();
  save.removeAttribute('disabled');
  await seen();
  expect(document.activeElement).toBe(document.body);
});
