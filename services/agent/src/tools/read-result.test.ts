// A result is read by its figures, however long its curves are.
import { expect, test } from 'vitest';
import { readResult } from './read-result.ts';
import type { ToolContext } from './tool.ts';

const CURVE = Array.from({ length: 20_000 }, (_, bar) => bar / 7);
const FILES: Readonly<Record<string, unknown>> = {
  Settings: { timeframe: '24h' },
  Statistics: { sharpe_ratio: 1.2, curves: { value: CURVE }, trials: 12, deflated_sharpe_ratio: 0.4 },
  Chance: { bootstrap: { figures: { loss_share: 0.31, bands: { median: CURVE } }, reason: null } },
};

const read = async (files = FILES) => {
  const request = async ({ name }: { name: string }, { filename = '' }: { filename?: string }) => {
    if (/files/i.test(name))
      return { output: { files: [{ filename: 'folder', display_name: 'Folder', run_id: 'run-1' }] } };
    return filename in files ? { output: { digest: filename } } : { refused: 'FILE_NOT_FOUND' };
  };
  const get = async (_userId: string, digest: string) => Buffer.from(JSON.stringify(files[digest]));
  const context = { userId: 'ann', chatId: 'chat', callId: 'c-1', client: { request }, files: { get } };
  return readResult.run(context as unknown as ToolContext, readResult.input.parse({}));
};

test('its statistics and what chance would do are figures, without curves', async () => {
  const { content } = await read();
  expect(content).toContain(
    'Statistics: {"sharpe_ratio":1.2,"trials":12,"deflated_sharpe_ratio":0.4}\n\n' +
      'Chance: {"bootstrap":{"figures":{"loss_share":0.31},"reason":null}}',
  );
});

test('a result of before the file Chance is read without it', async () => {
  const { Chance: _, ...before } = FILES;
  expect((await read(before)).content).not.toContain('Chance');
});
