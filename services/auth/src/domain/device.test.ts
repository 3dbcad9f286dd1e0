// Browsers are shown by name and system, never by what they send.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Chrome on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
  [
    'Edge on Windows',
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0`,
  ],
  [
    'Opera on macOS',
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/140.0 Safari/537.36 OPR/124.0`,
  ],
  ['Firefox on Linux', `${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`],
  [
    'Safari on macOS',
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.1 Safari/605.1.15`,
  ],
  [
    'Safari on iPhone',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on iPhone',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1`,
  ],
  ['Chrome on Android', `${MOZILLA} (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`],
  [
    'Samsung Internet on Android',
    `${MOZILLA} (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
  ],
  ['Chrome on ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
  ['curl', 'curl/8.14.1'],
  ['Linux', 'Something (Linux)'],
  [null, ''],
  [null, 'node'],
])('%s', (device, userAgent) => expect(deviceOf(userAgent)).toBe(device));

test('no text of the header is passed on', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (userAgent) => {
      expect(deviceOf(`${userAgent} <b>Chrome/1 Linux`)).toMatch(/^[A-Za-z ]+$/);
    }),
  ));
