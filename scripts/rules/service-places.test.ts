// Which central files name a service: the manifest does, and the others listed here. Everything else follows from it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { SERVICE_NAMES, SERVICES } from '@tradeium/contracts';
import { expect, test } from 'vitest';

/** The places that a service brings along: its folder, its contract, its pages, its stories, measurements and tools. */
const FOLDERS_OF_A_SERVICE =
  /^(services|e2e|bench|scripts|docs|web\/src|libs\/contracts\/(golden|src\/(events|http)))\//;
const FILES_OF_A_SERVICE = /^libs\/contracts\/src\/messages\/|\.test\.tsx?$|\.md$/;
/** Made by tools. */
const MADE = ['package-lock.json'];

/** Central files that name a service, and why they may. A new service needs none but the first. */
const PLACES: Readonly<Record<string, string>> = {
  'libs/contracts/src/services.ts': 'the manifest',
  'gateway/src/calls/call.ts': 'routes of accounts get to know the client behind a request',
  'gateway/src/sessions/session.ts': 'sessions are those of auth',
  'gateway/src/guards.ts': 'the role, not the service',
  'gateway/src/documentation/openapi.ts': 'the role, not the service',
  'infra/embedded/src/servers/probes.ts': "MongoDB's own database",
  'gateway/tests/edge-under-test.ts': 'the same, in tests',
  'docker-compose.yml':
    'what runs in containers: scripts/rules/deployments.test.ts says what is missing there',
  'package.json': 'the table of exchanges is written into trading, its only reader',
  'libs/service-kit/src/servers/nats-users.ts': 'auth alone changes roles, admin alone asks all processes',
};

/** A service's name as a separate word in quotes, or its folder. `Route['auth']` is a field. */
const NAMES = new RegExp(
  `(?<!\\[)['"](${SERVICE_NAMES.join('|')})['"]|services/(${SERVICE_NAMES.join('|')})\\b`,
);

/** Central files that name every service, so that a new one is added by hand. The decision about the manifest lists them. */
const EDITED_BY_HAND = [
  'ARCHITECTURE.md',
  'libs/contracts/src/http.ts',
  'libs/contracts/src/services.ts',
  'package-lock.json',
];
/** Why a file names every service and a new one is still not added to it. */
const EDITED_IF: Readonly<Record<string, string>> = {
  'docker-compose.yml': 'a deployment: scripts/rules/deployments.test.ts says what is missing there',
  'libs/contracts/src/index.ts': 'only one with public names',
  'infra/embedded/src/system.test.ts': 'only one that gets a secret, as the test says who gets each',
  'libs/contracts/src/messages/messages.ts': 'only one with messages besides its routes',
};

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n');
const central = tracked.filter((path) => path && !FOLDERS_OF_A_SERVICE.test(path));
const fileText = (path: string): string =>
  /\.(tsx?|mjs|json|yml|md)$|^[^.]*$|^\.ci\//.test(path) && existsSync(path)
    ? readFileSync(path, 'utf8')
    : '';

/** Quoted, as a key, as a folder or as the first word of a file's name: the name of a service, or of its context. */
const namesAll = (text: string): boolean =>
  SERVICE_NAMES.every((name) => {
    const word = `(${name}|${SERVICES[name].context})`;
    return new RegExp(
      `['"]${word}['"]|^\\s*['"]?${word}['"]?:|services/${word}(?!/)|/${word}(-[a-z-]+)?\\.ts['"]`,
      'm',
    ).test(text);
  });

test('no central file names a service but those that must', () => {
  const others = central.filter((path) => !FILES_OF_A_SERVICE.test(path) && !MADE.includes(path));
  expect(others.filter((path) => NAMES.test(fileText(path))).sort()).toEqual(Object.keys(PLACES).sort());
});

test('the code of a new service is added to five central files at most', () => {
  const every = central.filter((path) => namesAll(fileText(path)));
  // Those of the rest need not name a service without secrets, or without messages of its own.
  expect(every.filter((path) => !(path in EDITED_IF)).sort()).toEqual([...EDITED_BY_HAND].sort());
  expect(EDITED_BY_HAND.length).toBeLessThanOrEqual(4);
  const decision = readFileSync('docs/decisions/0017-a-service-is-declared.md', 'utf8');
  expect(EDITED_BY_HAND.filter((path) => !decision.includes(`\`${path}\``))).toEqual([]);
});
