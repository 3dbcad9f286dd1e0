// Logs in many times at once whenever it is told to, in a thread of its own, so that whoever measures is not held up.
import { parentPort, workerData } from 'node:worker_threads';
import { openClient, PASSWORD } from '../e2e/api-client.ts';

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
