// Runs the model server as a process: PORT (0 picks one), MODEL_CHUNK_MS, and a line of JSON when ready.
import { readPort, runUntilStopped } from '../process.ts';
import { startModel } from './model.ts';

const pause = process.env.MODEL_CHUNK_MS;
const chunkMs = pause ? Number(pause) : undefined;
if (chunkMs !== undefined && !(chunkMs >= 0))
  throw new Error(`MODEL_CHUNK_MS must be milliseconds, not "${pause}"`);

const model = await startModel({ port: readPort('PORT'), chunkMs });
runUntilStopped({ url: model.url }, model.close);
