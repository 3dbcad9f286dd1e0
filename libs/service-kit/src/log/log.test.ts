// Keys, secrets and signatures never reach the log, however they are spelled and wherever they stand.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const CANARY = 'canary77Value';
const NAMES = [
  ...[
    'password',
    'token',
    'access_token',
    'accessToken',
    'secret',
    'SECRET',
    'client_secret',
    'webhookSecret',
  ],
  ...[
    'api_key',
    'apiKey',
    'apikey',
    'API_KEY',
    'ApiKey',
    'api-key',
    'exchangeApiKey',
    'secretKey',
    'secret_key',
  ],
  ...['api_secret', 'apiSecret', 'API_SECRET', 'private_key', 'privateKey', 'PRIVATE_KEY', 'private-key'],
  ...['MASTER_KEY', 'passphrase', 'signature', 'X-MBX-APIKEY', 'x-mbx-apikey', 'X-Api-Key', 'x-auth-token'],
  ...['authorization', 'Authorization', 'Proxy-Authorization', 'cookie', 'Set-Cookie', 'Tradeium-Signature'],
];

/** Values that may hold a key under its name, as source. */
const PLACES: readonly (readonly [string, (name: string) => string])[] = [
  ['a field', (name) => `{ '${name}': secret }`],
  ['a field of a field', (name) => `{ request: { '${name}': secret } }`],
  ['a field far down', (name) => `{ a: { b: [{ c: { '${name}': secret } }] } }`],
  ['a list under its name', (name) => `{ '${name}': [secret] }`],
  ['raw headers', (name) => `{ rawHeaders: ['Accept', '*/*', '${name}', secret] }`],
  ['an address', (name) => `{ url: 'https://x.test/o?a=1&${name}=' + secret + '&b=2' }`],
  ['a header as text', (name) => `{ sent: '${name}: ' + secret }`],
  ['JSON as text', (name) => `{ body: JSON.stringify({ '${name}': secret, left: 1 }) }`],
  ['the message of an error', (name) => `{ err: new Error('GET /o?${name}=' + secret) }`],
  ['the cause of an error', (name) => `{ err: new Error('no', { cause: new Error('${name}=' + secret) }) }`],
  [
    'a field of an error',
    (name) => `{ err: Object.assign(new Error('no'), { config: { '${name}': secret } }) }`,
  ],
];

const logged = (fields: readonly string[]): string[] => {
  const code = `import { openLog } from '${new URL('./log.ts', import.meta.url).pathname}';
    const secret = '${CANARY}';
    const log = openLog('test');
    ${fields.map((each) => `log.info(${each}, 'hello');`).join('\n')}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
};

const lines = logged(PLACES.flatMap(([, fieldsOf]) => NAMES.map(fieldsOf)));

// spec: trading.44
test.each(PLACES.map(([place], index) => [place, index] as const))('masks every name in %s', (_, index) => {
  const ofPlace = lines.slice(index * NAMES.length, (index + 1) * NAMES.length);
  expect(ofPlace).toHaveLength(NAMES.length);
  expect(NAMES.filter((_name, at) => ofPlace[at]?.includes(CANARY))).toEqual([]);
});

test('masks credentials without a name', () => {
  const others = logged([
    `{ sent: 'Bearer ' + secret }`,
    `{ url: 'smtps://me:' + secret + '@mail.test' }`,
    `{ key: '-----BEGIN PRIVATE KEY-----\\n' + secret + '\\n-----END PRIVATE KEY-----' }`,
  ]);
  expect(others.filter((line) => line.includes(CANARY))).toEqual([]);
});

test('leaves everything else readable', () => {
  const [line = ''] = logged([
    `{ userId: 'u1', tokens: 17, keyId: 'k1', hasSecret: true, secret: null, at: new Date(0), err: new Error('status: refused') }`,
  ]);
  expect(JSON.parse(line)).toMatchObject({
    ...{ userId: 'u1', tokens: 17, keyId: 'k1', hasSecret: true, secret: null },
    at: '1970-01-01T00:00:00.000Z',
    err: { type: 'Error', message: 'status: refused' },
  });
});

test('a log never throws and bounds its lines, whatever is logged', () => {
  const long = (part: string) => `'${part}'.repeat(${Math.ceil(200_000 / part.length)})`;
  const hostile = [
    ...['abc=', 'a:', 'Error: ', '://a:', '-----BEGIN ', 'Bearer ', 'abc ', '"', '\\\\', 'x'].map(long),
    `{ sent: ${long('abc=')} }`,
    `{ err: new Error(${long('abc=')}) }`,
    `{ err: Array.from({ length: 20_000 }).reduce((cause) => new Error('no', { cause }), undefined) }`,
    `{ list: Array.from({ length: 200_000 }, (_, at) => ({ at })) }`,
    `{ bytes: Buffer.alloc(200_000) }`,
    `Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => ['key' + at, at]))`,
    `{ get it() { throw new Error('no'); } }`,
    `{ it: { toJSON() { throw new Error('no'); } } }`,
    `new Proxy({}, { ownKeys() { throw new Error('no'); } })`,
    `(() => { const own = { deep: {} }; own.deep.own = own; return own; })()`,
    `Array.from({ length: 50_000 }).reduce((inner) => ({ inner }), {})`,
    `{ big: 10n, symbol: Symbol('x'), call() {} }`,
    `new Error('apiKey=' + secret)`,
    `'text'`,
    `null`,
    `undefined`,
  ];
  const written = logged(hostile);
  expect(written).toHaveLength(hostile.length);
  for (const line of written) {
    expect(line.length).toBeLessThan(140_000);
    expect(JSON.parse(line)).toMatchObject({ service: 'test', msg: 'hello' });
    expect(line).not.toContain(CANARY);
  }
});

test('a long text is cut, and a secret at the cut is still masked', () => {
  const [line = '', whole = ''] = logged([
    `{ url: 'x'.repeat(7_990) + ' smtps://me:' + secret.repeat(20) + '@mail.test ' + 'y'.repeat(9_000) }`,
    `{ text: 'one '.repeat(1_000) }`,
  ]);
  expect(line).not.toContain(CANARY);
  expect(JSON.parse(line).url).toMatch(/… \(17273 characters\)$/);
  expect(JSON.parse(whole).text).toHaveLength(4_000);
});

test('a message is masked, too', () => {
  const code = `import { openLog } from '${new URL('./log.ts', import.meta.url).pathname}';
    openLog('test').info({}, 'GET /o?apiKey=${CANARY}');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(JSON.parse(stdout).msg).toBe('GET /o?apiKey=[secret]');
});
