// The golden examples of stored events: every event has one, each always loads, and none is changed or removed.
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type RawEvent, SERVICE_NAMES, SERVICES } from '@tradeium/contracts';
import { readEvent } from '@tradeium/event-store';
import { describe, expect, test } from 'vitest';
import { goldenFiles, hashOfGolden, keptHashes, wantedGoldens } from './golden-events.ts';

const aggregates = SERVICE_NAMES.flatMap((service) => Object.values(SERVICES[service].events));

test('every event of the catalogue has an example (`npm run docs` writes those of new events)', () => {
  const kept = goldenFiles();
  expect([...wantedGoldens().keys()].filter((path) => !kept.includes(path))).toEqual([]);
});

test('no example was changed, removed, or added without its hash', () => {
  expect(Object.fromEntries(goldenFiles().map((path) => [path, hashOfGolden(path)]))).toEqual(keptHashes());
});

describe.each(goldenFiles())('%s', (path) => {
  const written = JSON.parse(readFileSync(path, 'utf8')) as RawEvent;
  const source = aggregates.find(({ context, name }) => `${context}.${name}` === basename(dirname(path)));

  test('loads, and keeps what was written', () => {
    if (!source) throw new Error('no service owns this aggregate');
    expect(readEvent<unknown>(source, written)).toMatchObject(written);
  });
});
