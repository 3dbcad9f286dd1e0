// Users who delete their account are forgotten everywhere: each service that keeps something about them reacts to it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SERVICE_NAMES, SERVICES, type ServiceName } from '@tradeium/contracts';
import { expect, test } from 'vitest';

const reactionsOf = (service: ServiceName): string =>
  readFileSync(`services/${service}/src/reactions/reactions.ts`, 'utf8');

/** Each top-level constant of the service's reactions, by name. */
const handlersOf = (service: ServiceName): ReadonlyMap<string, string> => {
  const room = `services/${service}/src/reactions`;
  const files = readdirSync(room).filter((name) => !name.endsWith('.test.ts'));
  const constants = files.flatMap((name) =>
    readFileSync(`${room}/${name}`, 'utf8').split(/^(?=(?:export )?const )/m),
  );
  return new Map(constants.map((text) => [/const (\w+)/.exec(text)?.[1] ?? '', text]));
};

/** The names of the reactions in a list that read accounts, are given UserDeleted, and whose handler knows it. */
const erasing = (list: string, handlers: ReadonlyMap<string, string>): string[] =>
  list.split(/^(?=.*\bname: ')/m).flatMap((declaration) => {
    const [, name = ''] = /\bname: '([^']+)'/.exec(declaration) ?? [];
    const [, reads = ''] = /\breads: \[([^\]]*)\]/.exec(declaration) ?? [];
    const [, types] = /\btypes: ([^\n]*)/.exec(declaration) ?? [];
    const [, handler = ''] = /\bhandle: (\w+)/.exec(declaration) ?? [];
    const isGiven =
      /\buser(Aggregate)?\b/.test(reads) && (types === undefined || types.includes("'UserDeleted'"));
    return isGiven && handlers.get(handler)?.includes("'UserDeleted'") ? [name] : [];
  });

/** Services that keep users' words in sealed events and in read models only: with the key and the documents they are gone. */
const SEALED_ONLY: readonly ServiceName[] = ['admin'];

test('a service without a reaction keeps no words of users but sealed ones', () => {
  for (const service of SEALED_ONLY) {
    const { buckets, events } = SERVICES[service];
    expect(buckets).toEqual([]);
    for (const aggregate of Object.values(events)) expect(aggregate).toHaveProperty('personal');
    expect(readFileSync(`services/${service}/src/main.ts`, 'utf8')).toMatch(/\bseals: true\b/);
    expect(existsSync(`services/${service}/src/reactions`)).toBe(false);
  }
});

/** Services that write no events: all that they know of users is in their read models. */
const READ_ONLY = SERVICE_NAMES.filter(
  (service) => SERVICES[service].exports !== null && Object.keys(SERVICES[service].events).length === 0,
);

/** The projections among files that do not know the deletion of an account. */
const unforgetful = (files: readonly (readonly [name: string, text: string])[]): string[] =>
  files.flatMap(([name, text]) =>
    /: Projection</.test(text) && !text.includes("'UserDeleted'") ? [name] : [],
  );

test('each read model of a service that only reads handles the deletion of an account', () => {
  for (const service of READ_ONLY) {
    const room = `services/${service}/src/projections`;
    const files = readdirSync(room).filter((name) => !name.endsWith('.test.ts'));
    const texts = files.map((name) => [name, readFileSync(`${room}/${name}`, 'utf8')] as const);
    expect(texts).not.toEqual([]);
    expect(unforgetful(texts)).toEqual([]);
  }
});

test('a projection that does not name UserDeleted is found, a file without one is not', () => {
  const model = 'export const ranksProjection: Projection<UserEvent, Fields> = {';
  expect(unforgetful([['ranks.ts', model]])).toEqual(['ranks.ts']);
  expect(unforgetful([['ranks.ts', `${model} if (event.type === 'UserDeleted') …`]])).toEqual([]);
  expect(unforgetful([['words.ts', 'export const words = 1;']])).toEqual([]);
});

test('each other service that exports something about users reacts to the deletion of their account', () => {
  const keeping = SERVICE_NAMES.filter(
    (service) =>
      SERVICES[service].exports !== null && !SEALED_ONLY.includes(service) && !READ_ONLY.includes(service),
  );
  const found = keeping.map(
    (service) => [service, erasing(reactionsOf(service), handlersOf(service))] as const,
  );
  expect(found.filter(([, names]) => names.length === 0)).toEqual([]);
  expect(Object.fromEntries(found)).toMatchObject({ auth: ['erase-user'], backtest: ['erase-workspace'] });
});

test.each([
  ['reads other events only', 'reads: [authEvents.mailbox], handle: erase(parts)', []],
  ['is not given it', "reads: [authEvents.user],\n types: ['EmailVerified'],\n handle: erase(parts)", []],
  ['does nothing with it', 'reads: [authEvents.user], handle: greet(parts)', []],
  ['is given it', "reads: [authEvents.user],\n types: ['UserDeleted'],\n handle: erase(parts)", ['x']],
  ['is given everything', 'reads: [user], handle: erase(parts)', ['x']],
])('a reaction that %s counts only if it handles UserDeleted', (_, declaration, expected) => {
  const handlers = new Map([
    ['erase', "const erase = () => ({ event }) => event.type === 'UserDeleted'"],
    ['greet', 'const greet = () => undefined'],
  ]);
  expect(erasing(`[\n  { name: 'x', ${declaration} },\n]`, handlers)).toEqual(expected);
});
