// Keys, secrets and signatures never reach the log, however they are spelled and however deep they lie.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const NAMES = [
  ...[
    'password',
    'token',
    'secret',
    'api_key',
    'apiKey',
    'apikey',
    'API_KEY',
    'api_secret',
    'apiSecret',
    'API_SECRET',
  ],
  ...[
    'private_key',
    'privateKey',
    'PRIVATE_KEY',
    'signature',
    'X-MBX-APIKEY',
    'x-mbx-apikey',
    'authorization',
    'cookie',
  ],
];

test('the log masks them', () => {
  const fields = Object.fromEntries(NAMES.map((name) => [name, 'canary']));
  const code = `import { openLog } from '${new URL('./log.ts', import.meta.url).pathname}';
    const fields = ${JSON.stringify(fields)};
    openLog('test').info({ ...fields, a: fields, b: { c: fields } }, 'hello');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(stdout).toContain('hello');
  expect(stdout).not.toContain('canary');
});
