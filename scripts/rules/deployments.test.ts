// Everything that runs in containers agrees with the manifest and the documents: docker-compose.yml, k8s/ and docs/operations.md.
import { globSync, readFileSync } from 'node:fs';
import { SERVICE_NAMES, SERVICES, type ServiceDeclaration } from '@tradeium/contracts';
import { HANDED, SERVER_IMAGES } from '@tradeium/embedded';
import { commonConfig } from '@tradeium/service-kit';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

type Service = {
  image: string;
  user?: string;
  command?: string[];
  environment?: Record<string, string | null>;
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  [setting: string]: unknown;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const read = (path: string): string => readFileSync(path, 'utf8');
const { services, volumes } = parse(read('docker-compose.yml'), { merge: true }) as Compose;
const entries = Object.entries(services);
const serviceOf = (name: string): Service => {
  const found = services[name];
  if (!found) throw new Error(`docker-compose.yml lacks ${name}`);
  return found;
};

const GATEWAY_PORT = '4100';
const RUNNER_PORT = '4107';
const VERSION = (JSON.parse(read('package.json')) as { version: string }).version;
const OURS = ['services', 'runner', 'jobs'].map((name) => `tradeium/${name}:${VERSION}`);
const SECRETS = '/run/secrets/tradeium';
const FILE = '_FILE';

/** The variables of a process, whether by value or by file. */
const variablesOf = (name: string): string[] =>
  Object.keys(serviceOf(name).environment ?? {}).map((variable) => variable.replace(/_FILE$/, ''));

/** The secrets that a process reads, as `<process>/<name>`. */
const secretsOf = (name: string): string[] =>
  Object.entries(serviceOf(name).environment ?? {})
    .filter(([variable]) => variable.endsWith(FILE))
    .map(([, path]) => String(path).replace(`${SECRETS}/`, ''));

describe('docker-compose.yml', () => {
  test.each(SERVICE_NAMES)(
    '%s has its port, its variables and what it waits for, as the manifest says',
    (name) => {
      const { environment, healthPort, needs }: ServiceDeclaration = SERVICES[name];
      const service = serviceOf(name);
      expect(service.command).toEqual([`services/${name}/src/main.ts`]);
      expect(service.environment?.HEALTH_PORT).toBe(String(healthPort));
      expect(service.environment?.NATS_USER).toBe(name);
      expect(variablesOf(name)).toEqual(expect.arrayContaining([...environment]));
      const servers = Object.keys(service.depends_on ?? {}).filter((other) =>
        ['mongodb', 'temporal'].includes(other),
      );
      expect(servers.sort()).toEqual(needs.filter((need) => ['mongodb', 'temporal'].includes(need)).sort());
    },
  );

  test.each(Object.entries(HANDED))(
    '%s reads the secrets that it is handed, as its group',
    (name, handed) => {
      // Operators' commands run as `declare`.
      const service = name === 'operator' ? 'declare' : name;
      expect(serviceOf(service).user).toMatch(new RegExp(`^\\d+:${handed.group}$`));
      const [text, place] =
        name === 'nats'
          ? [read('infra/docker/compose/nats.conf'), 'secrets']
          : [JSON.stringify(serviceOf(service)), SECRETS];
      const used = text.split(`${place}/`).flatMap((rest) => /^[a-z0-9-]+\/[\w.]+/.exec(rest)?.[0] ?? []);
      expect([...new Set(used)].sort()).toEqual(handed.secrets.map((secret) => `${name}/${secret}`).sort());
      for (const path of secretsOf(service)) expect(path).toMatch(new RegExp(`^${name}/`));
    },
  );

  test('gateway and runner are where the manifest expects them', () => {
    expect(serviceOf('gateway').environment?.HEALTH_PORT).toBe(GATEWAY_PORT);
    expect(serviceOf('strategy-runner').environment?.HEALTH_PORT).toBe(RUNNER_PORT);
    expect(serviceOf('strategy-runner').networks).toEqual(['strategies']);
    expect(variablesOf('strategy-runner').filter((name) => /NATS|MONGODB/.test(name))).toEqual([]);
  });

  test('images are those of the list, or our own of this version', () => {
    const known: string[] = [...Object.values(SERVER_IMAGES), ...OURS];
    expect(entries.filter(([, { image }]) => !known.includes(image)).map(([name]) => name)).toEqual([]);
  });

  test.each(entries)('%s is confined, bounded, and reached from this machine only', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: expect.arrayContaining(['no-new-privileges:true']),
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
      logging: { options: { 'max-size': expect.any(String) } },
      restart: expect.stringMatching(/^(unless-stopped|on-failure:\d)$/),
    });
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    // Root makes the secrets, and nothing else.
    expect(service.user?.startsWith('0:')).toBe(service.command?.[0] === 'scripts/secrets.ts');
  });

  test('every folder with state is a named volume', () => {
    const mounted = entries.flatMap(([, service]) =>
      (service.volumes ?? []).map((volume) => volume.split(':')),
    );
    const named = mounted.filter(([source]) => !source?.startsWith('./')).map(([source]) => source);
    expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort());
    const readOnly = mounted.filter(([source]) => source?.startsWith('./')).map(([, , mode]) => mode);
    expect(new Set(readOnly)).toEqual(new Set(['ro']));
  });

  test('the settings of the demo and of the example are settings of the file', () => {
    const text = read('docker-compose.yml');
    for (const file of ['.env.demo', '.env.example']) {
      const names = [...read(file).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
      expect(names.filter((name) => name !== 'COMPOSE_PROFILES' && !text.includes(name))).toEqual([]);
    }
  });
});

test('Kubernetes runs the same versions of the servers', () => {
  const images = globSync('k8s/servers/*.yaml').flatMap((path) =>
    [...read(path).matchAll(/image: (\S+)/g)].map(([, image]) => image ?? ''),
  );
  const known: string[] = [...Object.values(SERVER_IMAGES), ...OURS];
  expect(images.filter((image) => !known.includes(image))).toEqual([]);
  expect(images.length).toBeGreaterThan(0);
});

describe('docs/operations.md', () => {
  const page = read('docs/operations.md');

  test('names every variable that a process in containers has', () => {
    const internal = ['HEALTH_PORT', 'HEALTH_HOST', 'POSTGRES_ADDRESS', 'POD_IP'];
    const ours = entries.filter(([name, { image }]) => OURS.includes(image) && name !== 'stand-ins');
    const names = new Set(ours.flatMap(([name]) => variablesOf(name)));
    const known = (name: string) =>
      internal.includes(name) ||
      page.includes(name) ||
      /^(STRATEGY|DISCOVERY)_MODEL_|^RATE_LIMIT_/.test(name);
    expect([...names].filter((name) => !known(name))).toEqual([]);
  });

  test('names every process of docker-compose.yml, and every image of a server', () => {
    expect(entries.map(([name]) => name).filter((name) => !page.includes(name))).toEqual([]);
    expect(Object.values(SERVER_IMAGES).filter((image) => !page.includes(image))).toEqual([]);
  });

  test('names every variable that all processes read', () => {
    const internal = ['HEALTH_PORT', 'HEALTH_HOST', 'WORKFLOW_BUNDLE', 'EXIT_WITH_PARENT'];
    const names = Object.keys(commonConfig.shape).filter((name) => !internal.includes(name));
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
  });
});
