// A webhook reaches public addresses by https only; on somebody's own machine that machine, too.
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { addressProblem, isLocalUrl, isOpenAddress, openLookup } from './webhook-address.ts';

test.each([
  ['https://example.com/hook?token=1', null, null],
  ['https://93.184.216.34:8443/', null, null],
  ['https://[2606:4700::1111]/', null, null],
  ['http://localhost:9000/', 'it must begin with https://', null],
  ['http://127.0.0.1:9000/', 'it must begin with https://', null],
  ['https://localhost/', 'it must be a public address', null],
  ['http://example.com/', 'it must begin with https://', 'it must begin with https://'],
  ['http://169.254.169.254/latest', 'it must begin with https://', 'it must begin with https://'],
  ['https://169.254.169.254/latest', 'it must be a public address', 'it must be a public address'],
  ['https://10.0.0.1/', 'it must be a public address', 'it must be a public address'],
  ['https://0x7f000001/', 'it must be a public address', null],
  ['https://2130706433/', 'it must be a public address', null],
  ['https://[::ffff:10.0.0.1]/', 'it must be a public address', 'it must be a public address'],
  [
    'https://me:secret@example.com/',
    'it must not hold a user or a password',
    'it must not hold a user or a password',
  ],
  ['ftp://example.com/', 'it must begin with https://', 'it must begin with https://'],
  ['javascript:alert(1)', 'it must begin with https://', 'it must begin with https://'],
  ['example.com', 'it is no URL', 'it is no URL'],
])('%s', (address, online, here) => {
  expect(addressProblem(address, false)).toBe(online);
  expect(addressProblem(address, true)).toBe(here);
});

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.0.0.8', '192.168.1.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', 'example.com'],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:a00:1::',
  ],
])('%s is closed', (address) => {
  expect(isOpenAddress(address, false)).toBe(false);
});

test.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '223.255.255.255', '2606:4700:4700::1111'])(
  '%s is open',
  (address) => {
    expect(isOpenAddress(address, false)).toBe(true);
  },
);

describe('a name', () => {
  const lookup = (isLocal: boolean) => promisify(openLookup(isLocal));

  // spec: trading.40
  test('that leads to this machine is refused after it was resolved', async () => {
    await expect(lookup(false)('localhost', { all: true })).rejects.toThrow('no public address');
    await expect(lookup(true)('localhost', { family: 4 })).resolves.toBe('127.0.0.1');
  });
});

test.each([
  ['http://localhost:4000', true],
  ['http://127.0.0.1:4000', true],
  ['http://[::1]:4000', true],
  ['https://tradeium.example', false],
  ['http://192.168.1.7:4000', false],
])('%s runs for its own machine: %s', (url, isLocal) => {
  expect(isLocalUrl(url)).toBe(isLocal);
});
