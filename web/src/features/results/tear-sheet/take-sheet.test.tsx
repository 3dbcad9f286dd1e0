// A tear sheet is made of the files of its folder, saved or opened to be printed, and a failure is said.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { TakeSheet } from './take-sheet.tsx';

const SHEET = { chatId: 'c1', folderName: 'x', name: 'Best', runAtMs: 0 };
const STATISTICS = JSON.stringify({ total_return: 0.25, findings: [], curves: {} });

const open = (files: Readonly<Record<string, string>>) => {
  const server = serve({
    readFolderFile: ({ filename }) => files[filename] ?? refusal(404, 'File not found', 'FILE_NOT_FOUND'),
  });
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return `blob:sheet-${made.length}`;
  });
  // A download would take the page of the test along.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  return { server, made, ...renderWeb(<TakeSheet sheet={SHEET} />) };
};

test('of a private strategy, which has no table, it is saved all the same', async () => {
  const { user, made } = open({ Settings: '{"notes":"secret"}', Statistics: STATISTICS });
  await user.click(screen.getByRole('button', { name: 'Save as HTML' }));
  await waitFor(() => expect(made).toHaveLength(1));
  const text = await made[0]?.text();
  expect(text).toMatch(/^<!doctype html>/);
  expect(text).toContain('+25.00');
  expect(text).not.toContain('secret');
});

test('it is opened in a tab of its own; a browser that blocks that is named', async () => {
  const { user, made } = open({ Settings: '{}', Statistics: STATISTICS });
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await user.click(screen.getByRole('button', { name: 'Print or save as PDF' }));
  await screen.findByText(/^Your browser blocked the new tab/);
  expect(opened).toHaveBeenCalledWith('blob:sheet-1', '_blank');
  expect(made).toHaveLength(1);
});

test.each([
  ['statistics that are none', { Settings: '{}', Statistics: 'no' }],
  ['a file that is not there', { Statistics: STATISTICS }],
])('without %s there is no sheet, and the buttons work again', async (_, files) => {
  const { user, made } = open(files);
  await user.click(screen.getByRole('button', { name: 'Save as HTML' }));
  await screen.findByText(/^The tear sheet could not be made/);
  expect(made).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Save as HTML' })).toHaveProperty('disabled', false);
});
