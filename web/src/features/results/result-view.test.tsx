// A result folder as its user sees it when something of it is broken, missing, empty or on its way.
// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import type { FolderFileEntry } from '@tradeium/contracts';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { offeredCommands } from '../../lib/commands/use-command.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { refusal, serve } from '../../testing/server.ts';
import { ResultView } from './result-view.tsx';

const entry = (filename: string, size = 1_000): FolderFileEntry => ({ filename, size });
const RESULT_FILES = ['Settings', 'Strategy', 'Table', 'Statistics', 'Chart', 'Trades'].map((name) =>
  entry(name),
);

type ShownProps = {
  files?: readonly FolderFileEntry[] | undefined;
  error?: unknown;
  at?: number | null;
  onRetry?: () => void;
};

const nothing = () => undefined;

const Shown = ({ files, error, at = null, onRetry = nothing }: ShownProps) => {
  const [fileIndex, setFileIndex] = useState(at);
  return (
    <ResultView
      chatId="c1"
      runId="r1"
      folderName="backtest_x"
      title="Best of all"
      actions={<button type="button">Compare</button>}
      folderIndex={0}
      files={files}
      error={error}
      onRetry={onRetry}
      fileIndex={fileIndex}
      onSelect={(item) => setFileIndex(item.kind === 'folder-file' ? item.fileIndex : null)}
    />
  );
};

/** Serves these files of the folder, and shows the one at this place. */
const open = (
  served: Readonly<Record<string, string | Response>>,
  at: number | null,
  files = RESULT_FILES,
) => {
  const server = serve({
    readFolderFile: ({ filename }) => served[filename] ?? refusal(404, 'No such file'),
  });
  return { server, ...renderWeb(<Shown files={files} at={at} />) };
};

const DOWN = { status: 500, message: 'The server answered 500' };

const text = async (words: string | RegExp) => expect(await screen.findByText(words)).toBeDefined();

describe('a folder', () => {
  test('offers its parts to the command palette', async () => {
    open({}, null);
    const tab = await screen.findByRole('tab', { name: 'Trades' });
    expect(tab.getAttribute('aria-selected')).toBe('false');
    act(() =>
      offeredCommands()
        .find(({ name }) => name === 'Show Trades')
        ?.run(),
    );
    expect(tab.getAttribute('aria-selected')).toBe('true');
  });

  // spec: results.23
  test('that cannot be loaded says why, and is requested again', async () => {
    serve({});
    const onRetry = vi.fn();
    const { user } = renderWeb(<Shown error={DOWN} onRetry={onRetry} />);
    await text('The backtest folder could not be loaded');
    await text('Failed to load folder: 500');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('stays when it cannot be read again', async () => {
    serve({});
    renderWeb(<Shown error={DOWN} files={[entry('notes.txt')]} />);
    await text('Best of all');
    expect(screen.queryByText('The backtest folder could not be loaded')).toBeNull();
  });

  // spec: decisions.47, results.24
  test('that is gone says so', async () => {
    serve({});
    renderWeb(<Shown error={{ status: 404, message: 'No such folder' }} />);
    await text('Backtest folder not found');
  });

  // spec: results.10, results.15
  test('lists files of any kind with their sizes, and opens them', async () => {
    const { user } = open({ 'notes.txt': 'raw words' }, null, [entry('notes.txt', 2_048), entry('older', 0)]);
    expect(await screen.findByRole('button', { name: 'older Folder' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'notes.txt 2.0 KB' }));
    const region = await screen.findByRole('region', { name: 'Text of notes.txt' });
    expect(region.textContent).toBe('raw words');
  });

  // spec: results.25
  test('has no file beyond its last', async () => {
    open({}, 9);
    await text('Invalid folder or file index');
  });
});

describe('a file', () => {
  // spec: results.11, results.28
  test('on its way says so; one that fails is retried', async () => {
    const answer = Promise.withResolvers<string | Response>();
    const server = serve({ readFolderFile: () => answer.promise });
    const { user } = renderWeb(<Shown files={[entry('notes.txt')]} at={0} />);
    await text('Loading File...');
    answer.resolve(refusal(503, 'down'));
    await text('Error Loading File');
    await text('Failed to load file: 503');
    server.answer({ readFolderFile: () => 'there now' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await text('there now');
  });

  // spec: results.11
  test('without content says so', async () => {
    open({ Statistics: '' }, 3);
    await text('No File Content');
    await text('Unable to load file content.');
  });

  // spec: results.5, results.78
  test.each([
    ['Settings', 0, 'settings'],
    ['Table', 2, 'a table'],
    ['Statistics', 3, 'statistics'],
  ])('%s that is something else is shown as text, cut where it is long', async (name, at, what) => {
    open({ [name]: `<p>${'x'.repeat(300_000)}` }, at);
    await text(new RegExp(`This file cannot be read as ${what}\\.`));
    await text(/Showing the first 100,000 of 300,003 characters\./);
  });

  // spec: results.9
  test('Chart that is not a picture says so, and what to do', async () => {
    open({ Chart: new Response('no', { headers: { 'content-type': 'image/png' } }) }, 4);
    fireEvent.error(await screen.findByRole('img', { name: /^Chart of Best of all/ }));
    await text('Failed to load chart image');
    await text(/Please try refreshing the page or contact support if the issue persists\./);
    await text('Invalid image data');
  });
});

// spec: results.66
test('what can be done with a result is there on every tab', async () => {
  const { user } = open({ 'notes.txt': 'Hello' }, null, [{ filename: 'notes.txt', size: 5 }]);
  expect(await screen.findAllByRole('button', { name: 'Compare' })).toHaveLength(1);
  await user.click(screen.getByRole('tab', { name: 'notes.txt' }));
  expect(screen.getAllByRole('button', { name: 'Compare' })).toHaveLength(1);
  await text('Best of all');
});

test('a table that is read is not requested again by another tab of the same folder', async () => {
  const { server, user } = open({ Table: 'timestamp,BTC\nday 1,0.5\n', 'notes.txt': 'words' }, 0, [
    entry('Table'),
    entry('notes.txt'),
  ]);
  await text('day 1');
  await user.click(screen.getByRole('tab', { name: 'notes.txt' }));
  await text('words');
  await user.click(screen.getByRole('tab', { name: 'Table' }));
  await vi.waitFor(() => expect(screen.getByText('day 1')).toBeDefined());
  expect(server.asked.filter((name) => name === 'readFolderFile')).toHaveLength(2);
});
