// Logs in many times at once on request, in its own thread, so that it does not disturb the measurement.
import { parentPort, workerData } from 'node:worker_threads';
import { openClient, PASSWORD } from '../../e2e/api-client.ts';

export type LoginStorm = {
  readonly urls: { readonly gateway: string; readonly mail: string };
  readonly email: string;
  readonly logins: number;
};

const { urls, email, logins } = workerData as LoginStorm;

const logIn = async (): Promise<void> => {
  const { status } = await openClient(urls).call('login', { email, password: PASSWORD });
  if (status !== 200) throw new Error(`a login was answered ${status}`);
};

parentPort?.on('message', async () => {
  await Promise.all(Array.from({ length: logins }, logIn));
  parentPort?.postMessage('over');
});
