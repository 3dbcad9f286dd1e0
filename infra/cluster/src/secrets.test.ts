// Secrets come from files: those of a process before those of all, and missing ones are named together.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Manifest } from './manifests.ts';
import { filledSecrets, secretsNeeded } from './secrets.ts';

const OBJECTS = [
  {
    kind: 'ConfigMap',
    metadata: { name: 'shared-1', namespace: 'product' },
    data: { NATS_PASSWORD_FILE: '/run/secrets/tradeium/NATS_PASSWORD', LOG_LEVEL: 'info' },
  },
  {
    kind: 'Deployment',
    metadata: { name: 'auth', namespace: 'product' },
    spec: {
      template: {
        metadata: { labels: {} },
        spec: {
          containers: [
            {
              name: 'process',
              image: 'one',
              env: [{ name: 'CLAIM_KEY_FILE', value: '/run/secrets/tradeium/CLAIM_KEY' }],
              envFrom: [{ configMapRef: { name: 'shared-1' } }],
            },
          ],
          volumes: [{ name: 'secrets', secret: { secretName: 'auth' } }],
        },
      },
    },
  },
] satisfies Manifest[];

const folderWith = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tradeium-secrets-'));
  await mkdir(join(folder, 'auth'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
};

test('a Secret has the files that the environment of its pod names, those of ConfigMaps included', () => {
  expect(secretsNeeded(OBJECTS)).toEqual([
    { namespace: 'product', name: 'auth', keys: ['CLAIM_KEY', 'NATS_PASSWORD'] },
  ]);
});

test('the file of a process goes before the one that all share', async () => {
  const folder = await folderWith({ CLAIM_KEY: 'all', NATS_PASSWORD: 'all', 'auth/NATS_PASSWORD': 'own' });
  const [secret] = await filledSecrets(secretsNeeded(OBJECTS), folder);
  const text = (key: string) => Buffer.from(secret?.data?.[key] ?? '', 'base64').toString();
  expect([text('CLAIM_KEY'), text('NATS_PASSWORD')]).toEqual(['all', 'own']);
});

test('every missing file is named at once', async () => {
  const folder = await folderWith({});
  await expect(filledSecrets(secretsNeeded(OBJECTS), folder)).rejects.toThrow(
    /lacks CLAIM_KEY, NATS_PASSWORD:/,
  );
});
