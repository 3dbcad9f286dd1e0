// Who has signed what, by keys that may be exchanged.
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSignatures, type SignedContent } from './signatures.ts';

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    own: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    known: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
};

const [auth, agent, older] = [pair(), pair(), pair()];
const ALL = `auth:${auth.known}\nagent:${agent.known}`;
const content: SignedContent = { by: 'auth', place: ['commit', 'a', '1'], data: Buffer.from('bytes') };

test('what a kind of process has signed is right, by any process', async () => {
  const signature = openSignatures('auth', auth.own, ALL).sign(content);
  expect(await openSignatures('agent', agent.own, ALL).isRight(content, signature)).toBe(true);
});

test.each<[string, Partial<SignedContent>]>([
  ['other bytes', { data: Buffer.from('other') }],
  ['another place', { place: ['commit', 'a', '2'] }],
  ['words that run together', { place: ['commit', 'a1'] }],
  ['another kind of process', { by: 'agent' }],
  ['an unknown kind of process', { by: 'nobody' }],
])('a signature does not hold for %s', async (_, change) => {
  const signatures = openSignatures('auth', auth.own, ALL);
  expect(await signatures.isRight({ ...content, ...change }, signatures.sign(content))).toBe(false);
});

test.each(['', 'AAAA', 'no base64 at all'])('%j is no signature', async (text) => {
  expect(await openSignatures('auth', auth.own, ALL).isRight(content, text)).toBe(false);
});

test('nobody signs for another kind of process', async () => {
  const forged = openSignatures('agent', agent.own, ALL).sign(content);
  expect(await openSignatures('auth', auth.own, ALL).isRight(content, forged)).toBe(false);
});

test('while keys are exchanged, signatures of both are right', async () => {
  const before = openSignatures('auth', older.own, `auth:${older.known}`).sign(content);
  const reader = openSignatures(
    'agent',
    agent.own,
    `auth:${auth.known}, auth:${older.known} agent:${agent.known}`,
  );
  expect(await reader.isRight(content, before)).toBe(true);
  expect(await reader.isRight(content, openSignatures('auth', auth.own, ALL).sign(content))).toBe(true);
});

test('secret names are the same for one key, and not for another', () => {
  const name = (user: string, own: string) => openSignatures(user, own, ALL).secretName(user, 'a command');
  expect(name('auth', auth.own)).toBe(name('auth', auth.own));
  expect(name('auth', auth.own)).not.toBe(name('agent', agent.own));
});

test.each([
  ['a private key that is none', () => openSignatures('auth', 'none', ALL), /SIGNING_KEY/],
  [
    'a public key that is none',
    () => openSignatures('auth', auth.own, 'auth:none'),
    /SIGNING_PUBLIC_KEYS .* auth/,
  ],
  ['a key of another process', () => openSignatures('auth', agent.own, ALL), /lacks the key of auth/],
])('%s is an error that names the setting', (_, open, message) => {
  expect(open).toThrow(message);
});
