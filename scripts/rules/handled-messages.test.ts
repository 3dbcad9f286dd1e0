// Every message of the contracts is in its service's list of handlers: a forgotten one would be a route that nobody answers.
import { readFileSync } from 'node:fs';
import { MESSAGES, ROUTES, SERVICE_NAMES } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

type Asked = { readonly name: string; readonly service: string; readonly asWritten: RegExp };

const routes: readonly Asked[] = Object.entries(ROUTES).map(([name, { service }]) => ({
  name,
  service,
  asWritten: new RegExp(`'${name}'`),
}));

/** But for the operations, whose handlers are the kit's. */
const messages: readonly Asked[] = Object.entries(MESSAGES).flatMap(([name, message]) =>
  'service' in message
    ? [{ name, service: message.service, asWritten: new RegExp(`MESSAGES\\.${name}\\b`) }]
    : [],
);

/** Routes that the gateway answers itself, with other messages. */
const ownHandlers = (): string[] => {
  const text = readFileSync('gateway/src/handlers/handlers.ts', 'utf8');
  const [, list = ''] = /const OWN\b[^=]*= \{([^}]*)\}/.exec(text) ?? [];
  return [...list.matchAll(/\w+/g)].map(([name]) => name);
};

const handlersOf = (service: string): string =>
  sourceFiles()
    .filter(({ path }) => path.startsWith(`services/${service}/src/api/`) && !path.endsWith('.test.ts'))
    .map(({ text }) => text)
    .join('\n');

test.each(SERVICE_NAMES)('%s has a handler for each of its messages', (service) => {
  const handlers = handlersOf(service);
  const own = ownHandlers();
  const asked = [...routes, ...messages].filter(
    (each) => each.service === service && !own.includes(each.name),
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter(({ asWritten }) => !asWritten.test(handlers)).map(({ name }) => name)).toEqual([]);
});

/** Messages that the product itself does not send yet, and what they are there for. */
const UNSENT: Readonly<Record<string, string>> = {
  refundCredits: 'administration is to refund purchases',
  readCandles: 'for services that decide by themselves, as trading asks for weights and agents for figures',
};

test('every message between services has a sender, or its reason', () => {
  const code = sourceFiles().filter(({ path }) => !/\.test\.ts$|^(bench|e2e)\/|\/fixtures\//.test(path));
  const unsent = messages.filter(
    ({ service, asWritten }) =>
      !code.some(
        ({ path, text }) => !path.startsWith(`services/${service}/src/api/`) && asWritten.test(text),
      ),
  );
  expect(unsent.map(({ name }) => name).sort()).toEqual(Object.keys(UNSENT).sort());
});
