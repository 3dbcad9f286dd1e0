// Which requests a server on this machine answers: not those that another site makes a browser send.
import { describe, expect, test } from 'vitest';
import { isOfThisMachine } from './this-machine.ts';

type Sent = readonly [name: string, value: string][];

const isAdmitted = (
  headers: Sent,
  { method = 'GET', url = '/', name }: { method?: string; url?: string; name?: string } = {},
): boolean => {
  const byName = [...headers].reverse().map(([header, value]) => [header.toLowerCase(), value]);
  const request = { method, url, headers: Object.fromEntries(byName), rawHeaders: headers.flat() };
  return isOfThisMachine(request, name);
};

const HOST = ['Host', '127.0.0.1:4000'] as const;
const host = (value: string): Sent => [['Host', value]];
const sent = (...more: readonly (readonly [string, string])[]): Sent =>
  [HOST, ...more].map(([name, value]) => [name, value]);
/** The headers that a browser adds to a request. */
const fetched = (site: string, mode: string, dest = 'empty'): (readonly [string, string])[] => [
  ['Sec-Fetch-Site', site],
  ['Sec-Fetch-Mode', mode],
  ['Sec-Fetch-Dest', dest],
];

test.each([
  ['127.0.0.1:4000', true],
  ['127.0.0.1', true],
  ['localhost:4000', true],
  ['[::1]:4000', true],
  ['evil.example', false],
  ['evil.example:4000', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['127.0.0.1:4000@evil.example', false],
  ['192.168.1.7:4000', false],
  ['', false],
])('under the host %j: %s', (value, admitted) => {
  expect(isAdmitted(host(value))).toBe(admitted);
});

test.each([
  ['stand-ins:4201', true],
  ['stand-ins', true],
  ['localhost', true],
  ['other:4201', false],
  ['stand-ins.evil.example', false],
])('in a container that is named stand-ins, under the host %j: %s', (value, admitted) => {
  expect(isAdmitted(host(value), { name: 'stand-ins' })).toBe(admitted);
});

test('without a host, and with two', () => {
  expect(isAdmitted([])).toBe(false);
  expect(isAdmitted(sent(HOST))).toBe(false);
  expect(isAdmitted(sent(['host', 'evil.example']))).toBe(false);
});

test.each([
  ['http://127.0.0.1:4000', true],
  ['http://127.0.0.1:4001', false],
  ['http://localhost:4000', false],
  ['https://evil.example', false],
  ['null', false],
])('from a page of %s: %s', (origin, admitted) => {
  expect(isAdmitted(sent(['Origin', origin]), { method: 'POST' })).toBe(admitted);
});

describe('where a browser sends a request from counts', () => {
  test('its own pages and the address bar', () => {
    expect(isAdmitted(sent(...fetched('same-origin', 'cors')))).toBe(true);
    expect(isAdmitted(sent(...fetched('none', 'navigate', 'document')))).toBe(true);
  });

  test.each(['cross-site', 'same-site'])('a part of a page of another origin (%s)', (site) => {
    for (const dest of ['image', 'script', 'style', 'empty', 'iframe', 'object', 'video'])
      expect(isAdmitted(sent(...fetched(site, 'no-cors', dest)))).toBe(false);
    expect(isAdmitted(sent(...fetched(site, 'navigate', 'iframe')))).toBe(false);
  });

  test.each(['cross-site', 'same-site'])('a link leads to pages only (%s)', (site) => {
    const link = sent(...fetched(site, 'navigate', 'document'));
    expect(isAdmitted(link)).toBe(true);
    expect(isAdmitted(link, { url: '/payment/?iid=1' })).toBe(true);
    expect(isAdmitted(link, { url: '/api/email' })).toBe(false);
    expect(isAdmitted(link, { url: '/api' })).toBe(false);
    expect(isAdmitted(link, { method: 'POST' })).toBe(false);
  });
});
