// The rules of the services' rooms: which rooms there are, which imports which, and what a command, a reaction and an aggregate is.
import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { SERVICE_NAMES } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/**
 * The rooms from the lowest to the highest, one order for all services; each has those that it needs. A file imports from its own
 * room and from lower ones. Nothing imports from the highest, which stand side by side: `activities`, `reactions` and `api`. Of
 * `workflows` others import the contracts only. A new service adds a room here only when no service has one of that name.
 */
const ROOMS: readonly string[] = [
  'domain',
  ...['secrets', 'mail-templates', 'mail', 'attempts'],
  'provider',
  ...['candles', 'results'],
  ...['model', 'tools'],
  ...['sealed', 'exchange'],
  'commands',
  'projections',
  'replies',
  ...['rebalances', 'deployments', 'notices', 'twin'],
  'audit',
  'system',
];
const HIGHEST = ['activities', 'reactions', 'api'];

/** Files outside the rooms that rooms may import; the others only start the service. */
const OPEN_FILES = ['aggregates.ts', 'config.ts', 'progress-board.ts'];

type SourcePlace = { readonly service: string; readonly room: string; readonly name: string };

const roomPlaceOf = (path: string): SourcePlace | null => {
  const [, service = '', room = '', name = ''] =
    /^services\/([a-z-]+)\/src\/(?:([a-z-]+)\/)?(?:[a-z-]+\/)?([^/]+\.ts)$/.exec(path) ?? [];
  return (SERVICE_NAMES as readonly string[]).includes(service) ? { service, room, name } : null;
};

const code = sourceFiles().flatMap((file) => {
  const place = roomPlaceOf(file.path);
  return place && !/\.test\.ts$|-under-test\.ts$/.test(file.path) ? [{ ...file, ...place }] : [];
});

const heightOf = ({ room }: SourcePlace): number =>
  HIGHEST.includes(room) ? Number.POSITIVE_INFINITY : ROOMS.indexOf(room);

/** True if a file of a room may import another place of its service. */
const mayImport = (from: SourcePlace, to: SourcePlace): boolean => {
  if (from.room === to.room) return true;
  if (to.room === '') return OPEN_FILES.includes(to.name);
  if (to.room === 'workflows') return to.name.endsWith('-contract.ts') && from.room !== 'domain';
  if (from.room === 'workflows' || from.room === 'projections') return to.room === 'domain';
  return heightOf(to) < heightOf(from);
};

describe('the rooms of a service', () => {
  test('have their place in the order above', () => {
    const rooms = SERVICE_NAMES.flatMap((service) =>
      readdirSync(`services/${service}/src`, { withFileTypes: true }).flatMap((each) =>
        each.isDirectory() ? [each.name] : [],
      ),
    );
    expect([...new Set(rooms)].sort()).toEqual([...ROOMS, ...HIGHEST, 'workflows'].sort());
  });

  test('import in one direction', () => {
    const wrong = code
      .filter(({ room }) => room !== '')
      .flatMap((file) =>
        file.imports
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => roomPlaceOf(posix.join(posix.dirname(file.path), specifier)))
          .filter((target) => target?.service === file.service && !mayImport(file, target))
          .map((target) => `${file.path} → ${target?.room}/${target?.name}`),
      );
    expect(wrong).toEqual([]);
  });
});

test('the payment provider is not called from `api`, which only reads what the provider sent', () => {
  const byPath = new Map(code.map((file) => [file.path, file]));
  const reached = new Set(code.flatMap(({ room, path }) => (room === 'api' ? [path] : [])));
  // Files that are added while the set is walked are walked too. Imports of types count: they are what a call goes through.
  for (const path of reached)
    for (const specifier of byPath.get(path)?.imports ?? []) {
      const target = posix.join(posix.dirname(path), specifier);
      if (specifier.startsWith('.') && byPath.has(target)) reached.add(target);
    }
  const ofProvider = [...reached].filter((path) => byPath.get(path)?.room === 'provider');
  expect(ofProvider.map((path) => posix.basename(path)).sort()).toEqual([
    'exact-json.ts',
    'notice-signature.ts',
    'payment-notice.ts',
  ]);
});

test('a command is decided by the definition of its aggregate: no service executes a decision of its own', () => {
  const deciding = code.filter(({ text }) =>
    /\b(?!workflows?\b)\w+\s*\.execute\(|\bPick<\w+, 'execute'>/.test(text),
  );
  expect(deciding.map(({ path }) => path)).toEqual([]);
  expect(code.filter(({ text }) => /\.change\(/.test(text)).length).toBeGreaterThan(20);
});

test('no two schedules share an id: Temporal keeps those of all services together', () => {
  const ids = code.flatMap(({ text }) => [...text.matchAll(/\bscheduleId: '([^']+)'/g)].map(([, id]) => id));
  expect(ids.length).toBeGreaterThan(0);
  expect(ids).toEqual([...new Set(ids)]);
});

/** The workflows that the workers of all services run. */
const bundled = code.flatMap(({ service, name, text }) =>
  name === 'bundled-workflows.ts'
    ? [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) =>
        names.split(',').map((type) => ({ service, type: type.trim() })),
      )
    : [],
);

test('a contract is named after the file of its workflow', () => {
  const names = new Set(code.map(({ path }) => path));
  const others = [...names].filter(
    (path) => /\/workflows\/.*-contract\.ts$/.test(path) && !names.has(path.replace('-contract.ts', '.ts')),
  );
  expect(others).toEqual([]);
});

test('contracts name workflows that exist, each once', () => {
  const named = code.flatMap(({ service, room, text }) =>
    room === 'workflows'
      ? [...text.matchAll(/\bworkflowType: '(\w+)'/g)].map(([, type]) => `${service}: ${type}`)
      : [],
  );
  expect(named.sort()).toEqual(bundled.map(({ service, type }) => `${service}: ${type}`).sort());
});

test('each workflow has a stored history, which its test replays', () => {
  const withoutHistory = bundled.filter(({ service, type }) => {
    const name = type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const kept = readdirSync(`services/${service}/fixtures`).filter((file) => file.endsWith('.history.bin'));
    return !kept.some((file) => file.startsWith(`${name}.`));
  });
  expect(withoutHistory).toEqual([]);
});

test('workflows are started, schedules kept and heartbeats sent by the service kit', () => {
  const own =
    /\b(WorkflowExecutionAlreadyStartedError|ScheduleAlreadyRunning|ScheduleNotFoundError|heartbeat)\b/;
  // A check's workflow is its slot: there a second start means that the slot is taken.
  const others = code.filter(({ room, text }) => room !== 'workflows' && own.test(text));
  expect(others.map(({ path }) => path)).toEqual(['services/backtest/src/commands/read-source.ts']);
});

test('workflows are started by commands', () => {
  const starting = code.filter(({ text }) => /\b(startOnce|signalWithStart)\(/.test(text));
  expect([...new Set(starting.map(({ room }) => room))]).toEqual(['commands']);
});

describe('a reaction', () => {
  const reactions = code.filter(({ room, name }) => room === 'reactions' && name !== 'reactions.ts');

  /** The values that a file imports from a room, without types. */
  const valuesFrom = (text: string, room: string): string[] =>
    [...text.matchAll(new RegExp(`import \\{([^}]*)\\} from '\\.\\./${room}/`, 'g'))].flatMap((match) =>
      (match[1] as string)
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ')),
    );

  test('imports values from the commands and the domain only', () => {
    const others = reactions.filter(({ text }) =>
      /import (?!type)[^;]* from '\.\.\/(?!commands\/|domain\/)/.test(text),
    );
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  test('expires by its declaration, not by its own clock', () => {
    const timed = reactions.filter(({ text }) => /\bDate\b|\bnow\(/.test(text));
    expect(timed.map(({ path }) => path)).toEqual([]);
  });

  test('is one event, one command', () => {
    const wrong = reactions.flatMap(({ path, text }) => {
      const commands = valuesFrom(text, 'commands').map((name) => name.split(' as ').at(-1));
      const calls = new RegExp(`\\b(${[...commands, '\\w+\\.change'].join('|')})\\(`, 'g');
      if (text.match(calls) === null) return [`${path}: no command`];
      const declarations = text.split(/^(?=(?:export )?const )/m).filter((part) => !part.startsWith('//'));
      return declarations.flatMap((part) => {
        const isHandler = part.includes('StoredEvent<');
        const [called, awaited] = [part.match(calls)?.length ?? 0, part.match(/\bawait /g)?.length ?? 0];
        const isRight = called === (isHandler ? 1 : 0) && awaited <= called;
        return isRight ? [] : [`${path}: ${part.split('\n', 1)[0]}`];
      });
    });
    expect(reactions.length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  });
});

describe('an aggregate', () => {
  const domain = code.filter(({ room }) => room === 'domain');
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const aggregates = domain.flatMap((file) => {
    const name = /^export const (\w+)Aggregate = /m.exec(file.text)?.[1];
    return name === undefined ? [] : [{ ...file, aggregate: kebab(name) }];
  });

  test('is in the file of its name: first state and evolve, then its commands and decide, then the aggregate', () => {
    const wrong = aggregates.filter(({ name, text, aggregate }) => {
      const decides = /^export const \w+Aggregate = \{(?:(?!^\}).)*?\bdecide: (\w+)/ms.exec(text)?.[1];
      const order = [/\bevolve[A-Z]\w*/, `const ${decides} = `, /^export const \w+Aggregate = /m];
      const [evolve = -1, decide = -1, declared = -1] = order.map((each) => text.search(each));
      return name !== `${aggregate}.ts` || !(evolve >= 0 && evolve < decide && decide < declared);
    });
    expect(aggregates.length).toBeGreaterThan(12);
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('has its state and evolve in that file, or next to it under its name', () => {
    const wrong = aggregates.filter(({ service, text, aggregate }) => {
      const evolve = /evolve: (\w+)/.exec(text)?.[1];
      const home = domain.find((file) => file.service === service && file.text.includes(`const ${evolve} =`));
      return ![`${aggregate}.ts`, `${aggregate}-state.ts`, `evolve-${aggregate}.ts`].includes(
        home?.name ?? '',
      );
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
