// Which origins may write.
import { expect, test } from 'vitest';
import { isCrossSite, isOwnOrigin } from './security.ts';

const OWN = 'https://tradeium.example';

test.each([
  ['our address', { origin: OWN }, true],
  ['the host that was asked', { origin: 'http://localhost:4000', host: 'localhost:4000' }, true],
  ['the host by another protocol', { origin: 'https://localhost:4000', host: 'localhost:4000' }, false],
  ['another port', { origin: 'http://localhost:5000', host: 'localhost:4000' }, false],
  ['a name that starts like ours', { origin: `${OWN}.evil.example` }, false],
  ['another site', { origin: 'https://evil.example', cookie: 'a=b' }, false],
  ['no origin that can be named', { origin: 'null' }, false],
  ['one that the browser calls ours', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
  [
    'one that the browser calls another',
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    false,
  ],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site' }, false],
  ['a neighbour of ours', { origin: OWN, 'sec-fetch-site': 'same-site' }, false],
  ['none, as programs do', { host: 'localhost:4000' }, true],
  ['none, with a cookie', { host: 'localhost:4000', cookie: 'a=b' }, false],
])('a writing request from %s', (_what, headers, isAllowed) => {
  expect(isOwnOrigin({ headers, protocol: 'http' }, OWN)).toBe(isAllowed);
});

test.each([
  [undefined, false],
  ['none', false],
  ['same-origin', false],
  ['same-site', true],
  ['cross-site', true],
])('a reading request whose site is %s', (site, isForeign) => {
  const headers = site === undefined ? {} : { 'sec-fetch-site': site };
  expect(isCrossSite({ headers })).toBe(isForeign);
});
