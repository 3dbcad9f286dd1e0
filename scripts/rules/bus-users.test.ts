// The manifest names every message and every foreign event that a kind of process needs at NATS, and nothing else.

import type { Message, RouteName } from '@tradeium/contracts';
import { MESSAGES, messageOf, SERVICE_NAMES, SERVICES, sentBy, subjectOfMessage } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const folderOf = (user: string): string => (user === 'gateway' ? 'gateway/src/' : `services/${user}/src/`);

/** The code of a kind of process, with that of the kit which it uses to hold credits. */
const codeOf = (user: string): string => {
  const files = sourceFiles().filter(({ path }) => !/\.test\.ts$|under-test/.test(path));
  const own = files.filter(({ path }) => path.startsWith(folderOf(user))).map(({ text }) => text);
  const kit = own.some((text) => text.includes('openCreditHolds'))
    ? files.filter(({ path }) => path.endsWith('credit-hold/src/credit-hold.ts')).map(({ text }) => text)
    : [];
  return [...own, ...kit].join('\n');
};

/** The subjects of other services' messages in its code; those of each service have `*` in place of its name. */
const sentInCode = (user: string): string[] => {
  const code = codeOf(user);
  const named = [...code.matchAll(/\bMESSAGES\.(\w+)/g)].map(
    ([, name]) => MESSAGES[name as keyof typeof MESSAGES] as Message,
  );
  const routed = [...code.matchAll(/\bmessageOf\('(\w+)'\)/g)].map(([, name]) =>
    messageOf(name as RouteName),
  );
  const sent = [...named, ...routed].filter(({ service }) => service !== user).map(subjectOfMessage);
  const operated = /operationsOf\(service\)/.test(code)
    ? [...code.matchAll(/\b(getStatus|listParked|rebuildWithProgress|retryParked)\b/g)].map(([name]) => name)
    : [];
  const ofEach = operated.map((name) => {
    const kind = name === 'getStatus' || name === 'listParked' ? 'query' : 'cmd';
    return `${kind}.*.${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  });
  const exported = code.includes('exportOf(service)') ? ['query.*.export-user-data'] : [];
  return [...new Set([...sent, ...ofEach, ...exported])].sort();
};

test.each(SERVICE_NAMES)('%s may send what its code sends, and no more', (user) => {
  expect([...SERVICES[user].sends].sort()).toEqual(sentInCode(user));
});

test('the gateway may send what its routes and its code send', () => {
  expect(sentBy('gateway')).toEqual(expect.arrayContaining(sentInCode('gateway')));
});

test.each(SERVICE_NAMES)('%s may read the events that its code reads, and no more', (user) => {
  const named = [...codeOf(user).matchAll(/\b(\w+)Events\b/g)].map(([, context]) => context ?? '');
  const contexts: readonly string[] = SERVICE_NAMES.map((name) => SERVICES[name].context);
  const foreign = named.filter((name) => contexts.includes(name) && name !== SERVICES[user].context);
  expect([...SERVICES[user].reads].sort()).toEqual([...new Set(foreign)].sort());
});
