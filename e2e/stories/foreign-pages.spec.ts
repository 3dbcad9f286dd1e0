// Pages of another origin, and names that lead to this machine: no port that the system opens does or shows anything for them.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { expect, test } from '@playwright/test';
import { connectOperator } from '../../scripts/running-system.ts';
import { listeningPorts } from '../listening-ports.ts';
import config from '../playwright.config.ts';

const NAME = 'evil.example';
const PROBE = 'foreign-page-probe';
/** Ports; each is tried with some fifty requests. */
const AT_ONCE = 4;
const { launchOptions } = config.use ?? {};
test.use({
  launchOptions: {
    ...launchOptions,
    // As after DNS rebinding, or where a site's own name leads here.
    args: [...(launchOptions?.args ?? []), `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  },
});

type RunFile = Record<
  'nats' | 'mail' | 'exchange' | 'model' | 'temporal_ui' | 'gateway' | 'mongodb' | 'temporal' | 'payments',
  string
> & { processes: Record<string, number> };

const running = JSON.parse(process.env.RUN_JSON ?? '{}') as RunFile;
const ports = () => listeningPorts(Object.values(running.processes));

/** Requests that would change something on one of the system's ports, whichever it is. */
const COMMANDS = [
  [
    '/',
    `PUB ${PROBE} 5\r\nhello\r\nEHLO me\r\nMAIL FROM:<a@evil.example>\r\nRCPT TO:<${PROBE}@example.com>\r\n`,
  ],
  [
    `/api/v1/namespaces/default/workflows/${PROBE}`,
    JSON.stringify({ workflowType: { name: PROBE }, taskQueue: { name: PROBE } }),
  ],
  ['/play-accounts', JSON.stringify({ capital_usdt: 1, name: PROBE })],
  ['/faults', JSON.stringify({ fault: 'rate-limit', number: 77 })],
] as const;

/** Paths that one of the system's ports would show a person or a program. */
const PATHS = [
  '/',
  '/metrics',
  '/healthz',
  '/readyz',
  '/jsz',
  '/varz?callback=told',
  '/api/email',
  '/api/v1/namespaces',
  '/swagger.json',
  '/v1/models',
  '/v1/status',
  '/ledger',
  '/api/v3/time',
  '/favicon.ico',
];

let site: Server;
test.beforeAll(async () => {
  site = createServer(({ url }, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript');
    response.end(url === '/' ? '<body>' : '1');
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
});
test.afterAll(() => site.close());
const sitePort = (): number => (site.address() as AddressInfo).port;

/** In a page: tries everything that a page can try with a port, and resolves to what it learned. */
const attack = async ([port, paths, commands]: readonly [
  number,
  readonly string[],
  readonly (readonly [string, string])[],
]): Promise<string[]> => {
  const origin = `http://127.0.0.1:${port}`;
  const QUIET_MS = 10_000;
  const within = (told: Promise<unknown>): Promise<boolean> =>
    Promise.race([
      told.then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), QUIET_MS)),
    ]);
  const loaded = (element: HTMLElement): Promise<boolean> => {
    const load = new Promise((resolve, reject) => {
      element.onload = resolve;
      element.onerror = reject;
    });
    document.body.append(element);
    return within(load);
  };
  const opened = (source: EventSource | WebSocket): Promise<boolean> =>
    within(
      new Promise((resolve, reject) => {
        source.onopen = resolve;
        source.onerror = reject;
      }),
    ).finally(() => source.close());
  const post = { method: 'POST', headers: { 'content-type': 'text/plain' } };
  const tries: [string, Promise<boolean>][] = [
    ...commands.flatMap(([path, body]): [string, Promise<boolean>][] => {
      const form = Object.assign(document.createElement('form'), { action: origin + path, method: 'post' });
      form.enctype = 'text/plain';
      const frame = Object.assign(document.createElement('iframe'), { name: `${port}${path}` });
      form.target = frame.name;
      form.append(Object.assign(document.createElement('input'), { name: body, value: '' }));
      document.body.append(frame, form);
      form.submit();
      return [
        [`POST ${path}`, within(fetch(origin + path, { ...post, body }))],
        [
          `no-cors POST ${path}`,
          within(fetch(origin + path, { ...post, body, mode: 'no-cors' }).then(() => Promise.reject())),
        ],
      ];
    }),
    ...paths.flatMap((path): [string, Promise<boolean>][] => [
      [`GET ${path}`, within(fetch(origin + path))],
      [`image ${path}`, loaded(Object.assign(new Image(), { src: origin + path }))],
      [`script ${path}`, loaded(Object.assign(document.createElement('script'), { src: origin + path }))],
    ]),
    ['events', opened(new EventSource(`${origin}/`))],
    ['web socket', opened(new WebSocket(`ws://127.0.0.1:${port}/`))],
    [
      'web socket of mails',
      opened(new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`)),
    ],
  ];
  const told = await Promise.all(tries.map(async ([what, is]) => ((await is) ? [`${port}: ${what}`] : [])));
  return told.flat();
};

const json = async (url: string): Promise<unknown> => (await fetch(url)).json();
/** The port of an address; a login before the host may hold a colon and digits too. */
const portOf = (address: string): number =>
  Number(new URL(address.includes('://') ? address : `tcp://${address}`).port);

/** The first bytes of an answer to a request under a foreign name; empty where there is none. */
const answerUnder = async (host: string, port: number, path: string): Promise<string> => {
  const socket = connectSocket({ host: '127.0.0.1', port }).on('error', () => undefined);
  socket.setTimeout(3_000, () => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
    if (answer.length > 1_000) socket.destroy();
  });
  await once(socket, 'close').catch(() => undefined);
  return answer;
};

/** A real MongoDB server's answer to any HTTP. */
const MONGODB_SENTENCE = 'It looks like you are trying to access MongoDB over HTTP';

test('the ports that are found are those of the system, and more', () => {
  const { nats, mail, exchange, model, temporal_ui, gateway, mongodb, temporal, payments } = running;
  const known = [nats, mail, exchange, model, temporal_ui, gateway, mongodb, temporal, payments].map(portOf);
  expect(ports()).toEqual(expect.arrayContaining(known));
  expect(ports().length).toBeGreaterThan(known.length + 5);
});

test('a page of another origin learns nothing, and changes nothing', async ({ page }) => {
  const nc = await connectOperator(running);
  let published = 0;
  const count = (): void => {
    published += 1;
  };
  nc.subscribe(PROBE, { callback: count });
  await nc.flush();
  await page.goto(`http://${NAME}:${sitePort()}/`);
  const tried = (port: number) => page.evaluate(attack, [port, PATHS, COMMANDS] as const);
  // From a server without a guard it learns something.
  const unguarded = ['GET /', 'POST /', 'script /metrics'].map((what) => `${sitePort()}: ${what}`);
  expect(await tried(sitePort())).toEqual(expect.arrayContaining(unguarded));
  const [waiting, told]: [number[], string[]] = [ports(), []];
  while (waiting.length > 0) told.push(...(await Promise.all(waiting.splice(0, AT_ONCE).map(tried))).flat());
  expect(told).toEqual([]);
  await nc.flush();
  expect(published).toBe(0);
  await nc.close();
  expect((await fetch(`${running.temporal_ui}/api/v1/namespaces/default/workflows/${PROBE}`)).status).toBe(
    404,
  );
  expect(JSON.stringify(await json(`${running.exchange}/ledger`))).not.toContain(PROBE);
  expect(JSON.stringify(await json(`${running.exchange}/faults`))).not.toContain('77');
  expect(JSON.stringify(await json(`${running.mail}/api/email`))).not.toContain(PROBE);
});

test('under a foreign name nothing is shown', async ({ page }) => {
  const told: string[] = [];
  for (const port of ports()) {
    const shown = await page.goto(`http://${NAME}:${port}/`).catch(() => null);
    if (shown?.ok()) told.push(`${port} shows its page`);
    const answers = await Promise.all(
      PATHS.map(async (path) => [path, await answerUnder(`${NAME}:${port}`, port, path)] as const),
    );
    for (const [path, answer] of answers)
      if (/^HTTP\/1\.\d [23]/.test(answer) && !answer.includes(MONGODB_SENTENCE)) told.push(`${port}${path}`);
  }
  expect(told).toEqual([]);
});

test('a person opens the pages of the system by their addresses', async ({ page }) => {
  await page.goto(running.temporal_ui);
  // Its page loads much, and its lists with it.
  await expect(page.getByText('Workflows').first()).toBeVisible();
  await page.goto(running.mail);
  await expect(page).toHaveTitle(/MailDev/);
});
