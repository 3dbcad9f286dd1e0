// Ports for servers that start later: nobody else is given the same ones.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** More than lie between where two processes begin that were started one after the other. */
const PORTS = 200;

/** Ports that another process has chosen, which it does not use yet. */
const chosenElsewhere = async (): Promise<number[]> => {
  const module = JSON.stringify(join(import.meta.dirname, 'free-port.ts'));
  const script = `
    import { freePort } from ${module};
    console.log(JSON.stringify(await Promise.all(Array.from({ length: ${PORTS} }, freePort))));
  `;
  const args = ['--input-type=module-typescript', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as number[];
};

test('two processes that choose at the same time choose different ports', async () => {
  const ports = (await Promise.all([chosenElsewhere(), chosenElsewhere()])).flat();
  expect(new Set(ports).size).toBe(2 * PORTS);
});
