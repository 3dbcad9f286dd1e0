// The processes of the system and their environments.
import { setImmediate } from 'node:timers/promises';
import { SERVICE_NAMES, SERVICES } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { type Ports, portNames, systemUrls } from './addresses.ts';
import { exchangeTestKeys } from './exchange-test-keys.ts';
import { completedSecrets } from './secrets.ts';
import { PROCESS_NAMES, systemProcesses } from './system.ts';
import type { Setup } from './system-setup.ts';

const ports = Object.fromEntries(portNames(2).map((name, index) => [name, 20_000 + index])) as Ports;
const never = () => Promise.reject(new Error('not needed here'));

const setup = (env: NodeJS.ProcessEnv = {}, replicas = 1): Setup => ({
  root: '/repo',
  home: '/home',
  env,
  ports,
  secrets: completedSecrets({
    SESSION_SECRET: 'session',
    MASTER_KEY: 'master',
    CLAIM_KEY: 'claim',
    NOWPAYMENTS_API_KEY: 'key',
    NOWPAYMENTS_IPN_SECRET: 'ipn',
    EXCHANGE_TEST_SECRET: 'exchange',
  }),
  replicas,
  watch: false,
  parts: {
    nats: never,
    mongodb: never,
    temporal: never,
    python: async () => '/venv/bin/python',
    sandbox: async () => undefined,
    web: async () => '/repo/build/web',
    workflows: async (service) => `/repo/build/workflows/${service}.js`,
    streams: async () => undefined,
  },
});

const environmentOf = async (name: string, env: NodeJS.ProcessEnv = {}): Promise<NodeJS.ProcessEnv> => {
  const spec = systemProcesses(setup(env)).find((process) => process.name === name);
  if (!spec) throw new Error(`there is no ${name}`);
  return (await spec.program()).env;
};

/** The names that the process of the stand-ins gets. */
const standInsOf = async (env: NodeJS.ProcessEnv): Promise<string[]> => {
  const spec = systemProcesses(setup(env)).find(({ name }) => name === 'stand-ins');
  const { args = [] } = (await spec?.program()) ?? {};
  return args.slice(args.findIndex((argument) => argument.endsWith('.ts')) + 1);
};

const names = (env: NodeJS.ProcessEnv = {}) => systemProcesses(setup(env)).map(({ name }) => name);

test('every process has its own name that the terminal knows', () => {
  expect(names().sort()).toEqual([...PROCESS_NAMES].sort());
});

test('each secret reaches only the processes that need it', async () => {
  const env = {
    MASTER_KEY: 'given',
    MASTER_KEY_PREVIOUS: 'given before',
    SESSION_SECRET: 'given',
    CLAIM_KEY: 'given',
    SMTP_URL: 'smtp://user:password@host',
    NOWPAYMENTS_API_KEY: 'given',
    NOWPAYMENTS_IPN_SECRET: 'given',
    NOWPAYMENTS_PASSWORD: 'given',
  };
  for (const { name } of systemProcesses(setup(env)).filter(({ ours }) => ours)) {
    const environment = await environmentOf(name, env);
    const seals = ['auth', 'backtest', 'agent', 'trading', 'admin'].includes(name);
    expect('MASTER_KEY' in environment, name).toBe(seals);
    expect('MASTER_KEY_PREVIOUS' in environment, name).toBe(seals);
    expect('CLAIM_KEY' in environment, name).toBe(name === 'auth');
    expect('SMTP_URL' in environment, name).toBe(name === 'auth');
    expect('SESSION_SECRET' in environment, name).toBe(name === 'auth' || name === 'gateway');
    const isPaid = name === 'credits-ledger' || name === 'stand-ins';
    for (const secret of ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET', 'NOWPAYMENTS_PASSWORD'])
      expect(secret in environment, name).toBe(isPaid);
  }
});

test.each(SERVICE_NAMES)(
  '%s starts after what its manifest entry needs, with the variables it names',
  async (name) => {
    const { needs, environment } = SERVICES[name];
    const standIns = ['exchange', 'mail', 'payments', 'model'];
    const processes = needs.map((need) => (standIns.includes(need) ? 'stand-ins' : need));
    expect(systemProcesses(setup()).find((process) => process.name === name)?.after).toEqual([
      ...new Set(['nats', ...processes]),
    ]);
    const given = Object.fromEntries(environment.map((variable) => [variable, 'https://given.example']));
    expect(Object.keys(await environmentOf(name, given))).toEqual(expect.arrayContaining([...environment]));
  },
);

test('two of everything: each with its own health port, two gateways behind one address', async () => {
  const processes = systemProcesses(setup({}, 2));
  const services = ['gateway', ...SERVICE_NAMES, 'strategy-runner'];
  const wanted = services.flatMap((name) => [name, `${name}-2`]);
  expect(processes.map(({ name }) => name)).toEqual(expect.arrayContaining([...wanted, 'balancer']));
  const environments = await Promise.all(
    wanted.map(async (name) => (await processes.find((each) => each.name === name)?.program())?.env),
  );
  expect(new Set(environments.map((env) => env?.HEALTH_PORT)).size).toBe(wanted.length);
  const balancer = (await processes.find(({ name }) => name === 'balancer')?.program())?.env;
  expect(balancer).toMatchObject({
    PORT: String(ports.gateway),
    TARGET_PORTS: environments
      .slice(0, 2)
      .map((env) => env?.PORT)
      .join(','),
  });
});

test('replicas share folders, unless files are in an object store', async () => {
  const foldersOf = async (env: NodeJS.ProcessEnv) =>
    Promise.all(
      ['backtest', 'backtest-2', 'strategy-runner-2'].map(async (name) => {
        const spec = systemProcesses(setup(env, 2)).find((process) => process.name === name);
        const { env: given } = (await spec?.program()) ?? {};
        return [given?.BLOBS_S3_BUCKET, given?.BLOBS_DIRECTORY, given?.CANDLES_DIRECTORY];
      }),
    );
  const shared = [undefined, '/home/blobs', '/home/candles'];
  expect(await foldersOf({})).toEqual([shared, shared, [undefined, '/home/blobs', undefined]]);
  expect(await foldersOf({ BLOBS_S3_BUCKET: 'files' })).toEqual([
    ['files', '/home/blobs', '/home/candles'],
    ['files', '/home/machine-2/blobs', '/home/machine-2/candles'],
    ['files', '/home/machine-2/blobs', undefined],
  ]);
});

test('each service has its own health port, and only the gateway and the stand-ins a PORT', async () => {
  const services = ['gateway', ...SERVICE_NAMES, 'strategy-runner'];
  const environments = await Promise.all(services.map((name) => environmentOf(name, { PORT: '4000' })));
  const healthPorts = environments.map(({ HEALTH_PORT }) => HEALTH_PORT);
  expect(new Set(healthPorts).size).toBe(services.length);
  expect(healthPorts).not.toContain(undefined);
  expect(environments.flatMap(({ PORT }) => PORT ?? [])).toEqual([String(ports.gateway)]);
  expect(environments[0]?.PORT).toBe(String(ports.gateway));
  expect(await environmentOf('stand-ins', { PORT: '4000' })).toMatchObject({
    EXCHANGE_PORT: String(ports.exchange),
    SMTP_PORT: String(ports.smtp),
    MAIL_PORT: String(ports.mail),
    PAYMENTS_PORT: String(ports.payments),
    MODEL_PORT: String(ports.model),
  });
});

test('servers that the environment names are used and not started', async () => {
  const nats = { NATS_URL: 'nats://far:4222', NATS_MONITORING_URL: 'http://far:8222' };
  const env = { ...nats, TEMPORAL_ADDRESS: 'far:7233', SMTP_URL: 'smtp://far' };
  expect(names(env)).not.toEqual(expect.arrayContaining(['nats']));
  expect(names(env)).not.toContain('temporal');
  expect(await standInsOf(env)).toEqual(['exchange', 'payments', 'model']);
  expect(systemProcesses(setup(env)).find(({ name }) => name === 'credits-ledger')?.after).toEqual([
    'mongodb',
    'stand-ins',
  ]);
  expect(await environmentOf('auth', env)).toMatchObject(nats);
  expect(() => systemProcesses(setup({ NATS_URL: 'nats://far:4222' }))).toThrow('NATS_MONITORING_URL');
  expect((await environmentOf('auth', env)).SMTP_URL).toBe('smtp://far');
  expect(systemUrls(setup(env)).temporal).toBe('far:7233');
});

test('a payment provider elsewhere takes the place of the stand-in, with keys of its own', async () => {
  const url = 'https://api.nowpayments.io';
  expect(() => systemProcesses(setup({ NOWPAYMENTS_API_URL: url }))).toThrow('NOWPAYMENTS_IPN_SECRET');
  const env = { NOWPAYMENTS_API_URL: url, NOWPAYMENTS_API_KEY: 'k', NOWPAYMENTS_IPN_SECRET: 's' };
  expect(await standInsOf(env)).toEqual(['exchange', 'mail', 'model']);
  const environment = await environmentOf('credits-ledger', env);
  expect(environment).toMatchObject({ NOWPAYMENTS_API_URL: url, NOWPAYMENTS_PASSWORD: '' });
  const local = await environmentOf('credits-ledger');
  const standIn = await environmentOf('stand-ins');
  expect(local.NOWPAYMENTS_API_URL).toBe(`http://127.0.0.1:${ports.payments}`);
  for (const name of ['API_KEY', 'IPN_SECRET', 'EMAIL', 'PASSWORD'].map((end) => `NOWPAYMENTS_${end}`))
    expect(standIn[name], name).toBe(local[name]);
});

test('the agents use the demo model, or the server that the environment names', async () => {
  expect((await environmentOf('agent')).MODEL_URL).toBe(`http://127.0.0.1:${ports.model}/v1`);
  const env = { MODEL_URL: 'https://api.openai.com/v1', MODEL_API_KEY: 'sk-secret' };
  expect(await standInsOf(env)).toEqual(['exchange', 'mail', 'payments']);
  expect(await environmentOf('agent', env)).toMatchObject(env);
  expect('MODEL_API_KEY' in (await environmentOf('gateway', env))).toBe(false);
});

test('without third parties to stand in for, no process does', () => {
  const elsewhere = { EXCHANGE_ID: 'kraken', SMTP_URL: 'smtp://far', MODEL_URL: 'https://far/v1' };
  const provider = {
    NOWPAYMENTS_API_URL: 'https://far',
    NOWPAYMENTS_API_KEY: 'k',
    NOWPAYMENTS_IPN_SECRET: 's',
  };
  expect(names({ ...elsewhere, ...provider })).not.toContain('stand-ins');
});

test('a real exchange is reached by its own address', async () => {
  const environment = await environmentOf('backtest', { EXCHANGE_ID: 'kraken' });
  expect(environment.EXCHANGE_ID).toBe('kraken');
  expect(environment.EXCHANGE_URL).toBeUndefined();
  expect((await environmentOf('backtest')).EXCHANGE_URL).toBe(`http://127.0.0.1:${ports.exchange}`);
});

test('the local exchange keeps its accounts, one of which has keys that the home publishes', async () => {
  const environment = await environmentOf('stand-ins');
  const { api_key, api_secret } = exchangeTestKeys(setup().secrets);
  expect(environment).toMatchObject({
    EXCHANGE_DIRECTORY: '/home/exchange',
    EXCHANGE_TEST_API_KEY: api_key,
    EXCHANGE_TEST_API_SECRET: api_secret,
  });
  expect(api_key).toMatch(/^[0-9a-f]{64}$/);
  expect(api_key).not.toBe(api_secret);
});

test('every process of ours ends with the supervisor and finds the shared state', async () => {
  for (const { name, ours } of systemProcesses(setup())) {
    if (!ours) continue;
    const environment = await environmentOf(name);
    expect(environment, name).toMatchObject({
      EXIT_WITH_PARENT: '1',
      TRADEIUM_HOME: '/home',
      BLOBS_DIRECTORY: '/home/blobs',
    });
  }
});

test.each(['gateway', ...SERVICE_NAMES])(
  '%s starts once the streams are declared, which it checks',
  async (name) => {
    let isDeclared = false;
    const plain = setup({});
    const streams = async () => {
      await setImmediate();
      isDeclared = true;
    };
    const processes = systemProcesses({ ...plain, parts: { ...plain.parts, streams } });
    await processes.find((process) => process.name === name)?.program();
    expect(isDeclared).toBe(true);
  },
);
