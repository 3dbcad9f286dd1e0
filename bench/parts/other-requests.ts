// Times a user's requests one after another, in its own thread, so that the rest of the benchmark delays none.
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type ApiUrls, registerUser } from '../../e2e/api-client.ts';

const SAMPLES = 300;
const SAMPLE_PAUSE_MS = 25;

const registered = registerUser(workerData as ApiUrls);

parentPort?.on('message', async () => {
  const user = await registered;
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const from = performance.now();
    await (sample % 2 === 0 ? user.get('listChats', {}) : user.get('getBalance', {}));
    times.push(performance.now() - from);
    await delay(SAMPLE_PAUSE_MS);
  }
  parentPort?.postMessage(times);
});
