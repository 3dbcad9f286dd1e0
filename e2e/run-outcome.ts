// The one end of a run that something has interrupted: in later answers, in the folders and in the credits.
import { type ErrorCode, type ExecuteInput, type ExecuteResponse, FOLDER_FILES } from '@tradeium/contracts';
import { expect } from 'vitest';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { aftermathOf, endOfRun } from './backtest-story.ts';

const RUN_TIMEOUT_MS = 90_000;
const WELL = { timeout: 60_000, interval: 200 };
/** A run's legitimate errors when a part of the system is gone for too long. */
const CLEAR_FAILURES: readonly (ErrorCode | undefined)[] = ['RUN_FAILED', 'CANDLES_UNAVAILABLE'];

/** A run is completed, charged once and readable as a whole, or it has failed and cost nothing. */
export const expectOneOutcome = async (
  user: ApiClient,
  input: ExecuteInput,
  end: ApiAnswer,
  failures = CLEAR_FAILURES,
): Promise<void> => {
  const isCompleted = end.status === 200;
  if (isCompleted) expect(end.body).toMatchObject({ success: true, run_id: input.run_id });
  else expect(failures).toContain(end.code);
  const again = await endOfRun(user, input, RUN_TIMEOUT_MS);
  expect(again.body).toEqual(end.body);
  const count = isCompleted ? 1 : 0;
  // Its reads may meet a service that is just coming back.
  await expect
    .poll(() => aftermathOf(user, input).catch((cause) => cause), WELL)
    .toEqual({ folders: count, charges: count, missing: 0 });
  if (!isCompleted) return;
  const { filename: folderName } = end.body as ExecuteResponse;
  for (const filename of FOLDER_FILES) {
    const file = await user.call('readFolderFile', {
      id: input.backtest_id,
      folderName: folderName ?? '',
      filename,
    });
    expect(file.status, filename).toBe(200);
  }
};
