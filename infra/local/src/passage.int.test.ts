// Bytes sent to this machine's port arrive at the other one.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openPassage } from './passage.ts';

test('a passage leads from the loopback address to the same port elsewhere, and back', async () => {
  const shop = createServer((socket) => socket.end('from the shop')).listen(0, '127.0.0.2');
  await once(shop, 'listening');
  onTestFinished(() => void shop.close());
  const { port } = shop.address() as AddressInfo;
  const passage = await openPassage(`127.0.0.2:${port}`);
  onTestFinished(() => passage.close());
  expect(await text(connect(port, '127.0.0.1'))).toBe('from the shop');
});

test('an address without a port is refused', () => {
  expect(() => openPassage('gateway')).toThrow('SHOP_ADDRESS');
});
