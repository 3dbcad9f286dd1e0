// Which hosts are ours, and that an untrusted proxy is noticed.
import type { Request, Response } from 'express';
import { expect, test, vi } from 'vitest';
import { hostProblem, isOwnHost } from './host.ts';
import { noticeProxies } from './proxy-warning.ts';

test.each([
  ['tradeium.example', true],
  ['TRADEIUM.example:443', true],
  ['localhost:4000', true],
  ['127.0.0.1', true],
  ['[::1]:4000', true],
  ['evil.example', false],
  ['tradeium.example.evil.example', false],
  ['tradeium.example@evil.example', false],
  ['evil.example/tradeium.example', false],
  ['127.0.0.1.evil.example', false],
  ['', false],
])('the host %s', (host, isOurs) => {
  expect(isOwnHost({ host }, 'https://tradeium.example')).toBe(isOurs);
});

const differ = 'its address and its Host header differ';

test.each([
  ['/a', ['localhost:4000'], null],
  ['*', ['localhost:4000'], null],
  ['http://localhost:4000/a', ['localhost:4000'], null],
  ['http://LOCALHOST:4000/a', ['localhost:4000'], null],
  ['http://localhost/a', ['localhost:80'], null],
  ['/a', [], 'the Host header is missing'],
  ['/a', [''], 'the Host header is missing'],
  ['/a', ['localhost:4000', 'evil.example'], 'there is more than one Host header'],
  ['/a', ['localhost:4000', 'localhost:4000'], 'there is more than one Host header'],
  ['http://evil.example/a', ['localhost:4000'], differ],
  ['http://localhost:4001/a', ['localhost:4000'], differ],
  ['a', ['localhost:4000'], differ],
])('a request for %s to %j: %s', (url, hosts, problem) => {
  expect(hostProblem({ url, rawHeaders: hosts.flatMap((host) => ['Host', host]) })).toBe(problem);
});

test.each([
  [0, { 'x-forwarded-for': '10.0.0.1' }, 1],
  [0, {}, 0],
  [1, { 'x-forwarded-for': '10.0.0.1' }, 0],
])('with %i trusted proxies and %j there are %i warnings', (trusted, headers, warnings) => {
  const warn = vi.fn();
  const notice = noticeProxies(trusted, { warn });
  for (let sent = 0; sent < 2; sent += 1) notice({ headers } as Request, {} as Response, () => undefined);
  expect(warn).toHaveBeenCalledTimes(warnings);
});
