// The overview of a result has an order: figures, verdict in a line, charts, then the findings.
// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { type Finding, found } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { refusal, serve } from '../../../testing/server.ts';
import { FolderOverview } from './folder-overview.tsx';

const CLEAN = found('NO_LOOK_AHEAD', { dates: 12 });
const WARNING = found('NO_TRADES');
const CRITICAL = found('FUTURE_REQUIRED', {});

const QUESTION = { name: 'Can this result be believed?' };

const open = (findings: readonly Finding[]) => {
  const statistics = {
    initial_value: 100,
    findings,
    curves: { timestamp: ['2024-01-01', '2024-01-02'], portfolio: [101, 102] },
  };
  const files: Readonly<Record<string, object>> = { Statistics: statistics, Settings: {} };
  serve({
    readFolderFile: ({ filename }) =>
      files[filename] ? JSON.stringify(files[filename]) : refusal(404, 'No such file'),
  });
  return renderWeb(
    <FolderOverview
      chatId="c1"
      folderName="f1"
      title="Best"
      actions={null}
      files={['Settings', 'Statistics'].map((filename) => ({ filename, size: 1 }))}
      onOpen={() => undefined}
    />,
  );
};

/** True if one stands above the other. */
const isAbove = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test('the gravest finding is a line above the charts, which leads to all of them below', async () => {
  const { user } = open([WARNING, CLEAN, CRITICAL]);
  const charts = await screen.findByRole('region', { name: 'Charts' });
  const line = screen.getByRole('button', { name: /^Critical: Needs the future .+ and 1 more$/ });
  const details = screen.getByRole('region', QUESTION);
  expect(isAbove(line, charts)).toBe(true);
  expect(isAbove(charts, details)).toBe(true);
  expect(line.dataset.severity).toBe('critical');
  expect(within(details).getAllByRole('listitem').length).toBeGreaterThanOrEqual(2);
  await user.click(line);
  expect(document.activeElement?.contains(details)).toBe(true);
});

test('a clean result has its line above the charts and nothing below them', async () => {
  open([CLEAN]);
  const charts = await screen.findByRole('region', { name: 'Charts' });
  expect(isAbove(screen.getByRole('region', QUESTION), charts)).toBe(true);
});
