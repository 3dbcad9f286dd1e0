// A tool that throws is one that failed; one that is stopped has no answer.
import { testLog } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { runTool } from './run-tool.ts';

const context = () => ({ signal: new AbortController().signal, log: testLog(), callId: 'call-1' });

test('one that throws answers that it failed, and the log says why', async () => {
  const used = context();
  const bug = new Error('a bug');
  expect(await runTool(used, () => Promise.reject(bug))).toMatchObject({
    content: 'The tool failed.',
    hasFailed: true,
  });
  expect(used.log.lines).toMatchObject([{ level: 'error', details: { err: bug, callId: 'call-1' } }]);
});

test('one that is stopped rejects at once, though its work goes on', async () => {
  const stopping = new AbortController();
  const answered = runTool({ ...context(), signal: stopping.signal }, () => new Promise(() => undefined));
  stopping.abort(new Error('stopped'));
  await expect(answered).rejects.toThrow('stopped');
});

test('one that throws because it is stopped rejects, too', async () => {
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(runTool({ ...context(), signal }, () => Promise.reject(new Error('cut')))).rejects.toThrow(
    'stopped',
  );
});
