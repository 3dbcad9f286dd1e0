// The exported activity of a deployment is checked by command: as it was saved, with one byte changed, and with the file alone.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActivityExport, ExecuteResponse } from '@tradeium/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerUser } from '../api-client.ts';
import { endOfRun, saveStrategy } from '../backtest-story.ts';
import { runningSystem } from '../running-system.ts';

const HALVES = `def strategy(candles, settings):
    return candles.close.notna() * 0.4
`;

let directory: string;
let file: ActivityExport;

/** A deployment on paper that has rebalanced once. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradeium-verify-'));
  const user = await registerUser(runningSystem());
  const run = { ...(await saveStrategy(user, HALVES)), run_id: 'run-to-verify' };
  const id = run.backtest_id;
  const { filename } = (await endOfRun(user, run, 60_000)).body as ExecuteResponse;
  await user.get('saveDeployment', {
    backtest_session_id: id,
    backtest_folder_name: filename ?? '',
    mode: 'paper',
  });
  expect(await user.get('rebalanceNow', { id })).toMatchObject({ status: 'completed' });
  file = await user.get('exportActivity', { id });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The command's output and its exit code. */
const verify = async (exported: ActivityExport, ...options: string[]) => {
  const path = join(directory, 'activity.json');
  await writeFile(path, JSON.stringify(exported, null, 2));
  const { nats, operator_signing_key, signing_public_keys } = runningSystem();
  const keys = { SIGNING_KEY: operator_signing_key, SIGNING_PUBLIC_KEYS: signing_public_keys };
  const env = { ...process.env, NATS_URL: nats, ...keys };
  return new Promise<{ code: number; printed: string }>((resolve) => {
    execFile(process.execPath, ['scripts/verify.ts', path, ...options], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    );
  });
};

/** The same file with another first digit of the value that was planned with. */
const forged = (): ActivityExport => ({
  ...file,
  chains: file.chains.map((chain) => ({
    ...chain,
    commits: chain.commits.map((text) =>
      text.replace(
        /("type":"RebalancePlanned".*"value":")(\d)/,
        (_, before, digit) => `${before}${(Number(digit) + 1) % 10}`,
      ),
    ),
  })),
});

// spec: trading.62
test('an export agrees with what the running system has stored, and its plans come out again', async () => {
  const { code, printed } = await verify(file);
  expect(printed).toMatch(/Commits, byte for byte as they are stored +\d+ +✓/);
  expect(printed).toMatch(/Plans, made again byte for byte +1 +✓/);
  expect(printed).toContain('Everything agrees.');
  expect(code).toBe(0);
});

test.each([[[]], [['--offline']]])('one changed byte is named, with the options %j', async (options) => {
  const { code, printed } = await verify(forged(), ...options);
  expect(printed).toMatch(/commit \d+ of deployment [\w-]+ \(RebalancePlanned, .*\) was changed/);
  expect(printed).toContain('Something is wrong: see above.');
  expect(code).toBe(1);
});

test('the file alone is enough to find nothing wrong', async () => {
  expect(await verify(file, '--offline')).toMatchObject({
    code: 0,
    printed: expect.stringContaining('Only the file was looked at'),
  });
});
