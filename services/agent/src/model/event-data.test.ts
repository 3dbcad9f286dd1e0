// Data of server-sent events, as different servers write them and networks cut them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEventData } from './event-data.ts';
import { ModelBroken } from './model.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  ['with a blank after the colon', 'data: {"a":1}\n\n'],
  ['without one', 'data:{"a":1}\n\n'],
  ['with line ends of Windows', 'data: {"a":1}\r\n\r\n'],
  ['with comments, names and ids', ': ping\n\nevent: chunk\nid: 7\ndata: {"a":1}\nretry: 5\n\n'],
  ['after empty lines', '\n\n\ndata: {"a":1}\n\n'],
])('the data of an event comes %s', (_, text) => {
  expect(openEventData().add(bytesOf(text))).toEqual(['{"a":1}']);
});

test('lines of data belong together', () => {
  expect(openEventData().add(bytesOf('data: one\ndata: two\n\ndata: three\n\n'))).toEqual([
    'one\ntwo',
    'three',
  ]);
});

test('an event that has not ended is none yet', () => {
  const events = openEventData();
  expect(events.add(bytesOf('data: one\n'))).toEqual([]);
  expect(events.add(bytesOf('\n'))).toEqual(['one']);
});

test('the events are the same wherever their bytes are cut', () => {
  const texts = fc.array(
    fc.string({ unit: 'binary', minLength: 1 }).map((text) => JSON.stringify(text)),
    {
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(texts, fc.array(fc.nat(50)), fc.constantFrom('\n', '\r\n'), (data, sizes, end) => {
      const bytes = bytesOf(data.map((text) => `data: ${text}${end}${end}`).join(''));
      const events = openEventData();
      const found: string[] = [];
      let at = 0;
      for (const size of sizes) {
        found.push(...events.add(bytes.slice(at, at + size)));
        at += size;
      }
      expect([...found, ...events.add(bytes.slice(at))]).toEqual(data);
    }),
  );
});

test.each([
  ['a line without an end', 'x'.repeat(1024 * 1024)],
  ['an event without an end', `data: ${'x'.repeat(1024 * 1024)}\n`],
])('%s does not fill the memory', (_, part) => {
  const events = openEventData();
  expect(() => {
    for (let times = 0; times < 5; times += 1) events.add(bytesOf(part));
  }).toThrow(ModelBroken);
});
