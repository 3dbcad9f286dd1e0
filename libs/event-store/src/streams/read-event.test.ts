// Reading events of other versions: older ones are upcast, newer ones are read as far as possible.
import { type AggregateEvents, eventOf, type RawEvent } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NewerEvent, readEvent } from './read-event.ts';

const events = z.discriminatedUnion('type', [
  eventOf('Opened', { id: z.string(), owner: z.strictObject({ name: z.string() }) }),
  eventOf('Moved', { by: z.int(), legs: z.array(z.strictObject({ to: z.string() })) }),
]);
type Event = z.infer<typeof events>;
const source: AggregateEvents<Event> = { context: 'test', name: 'thing', events };

describe('an event', () => {
  test('of today is read as it is', () => {
    const written = { type: 'Moved', data: { by: 3, legs: [{ to: 'a' }] } };
    expect(readEvent(source, written)).toEqual(written);
  });

  test('with fields that a newer version has added is read without them, at any depth', () => {
    const written = {
      type: 'Moved',
      data: {
        by: 3,
        why: 'x',
        legs: [
          { to: 'a', speed: 1 },
          { to: 'b', via: 2 },
        ],
      },
    };
    expect(readEvent(source, written)).toEqual({
      type: 'Moved',
      data: { by: 3, legs: [{ to: 'a' }, { to: 'b' }] },
    });
    expect(written.data.why).toBe('x');
    const opened = { type: 'Opened', data: { id: '1', owner: { name: 'n', title: 't' } } };
    expect(readEvent(source, opened)).toEqual({ type: 'Opened', data: { id: '1', owner: { name: 'n' } } });
  });

  test('of a type that only a newer version knows is reported as newer', () => {
    expect(() => readEvent(source, { type: 'Folded', data: {} })).toThrow(NewerEvent);
    const single = {
      ...source,
      events: eventOf('Opened', { id: z.string() }) as unknown as z.ZodType<Event>,
    };
    expect(() => readEvent(single, { type: 'Folded', data: {} })).toThrow(NewerEvent);
  });

  test('with a word or a branch that only a newer version knows is reported as newer', () => {
    const open: AggregateEvents<unknown> = {
      ...source,
      events: eventOf('Ended', {
        reason: z.enum(['done', 'failed']).nullable(),
        outcome: z
          .discriminatedUnion('found', [z.object({ found: z.literal(true), size: z.int() })])
          .optional(),
      }),
    };
    const read = (data: Record<string, unknown>) => () => readEvent(open, { type: 'Ended', data });
    expect(read({ reason: 'late' })).toThrow('Ended is newer than this program: data.reason');
    expect(read({ reason: 'late', more: 1 })).toThrow(NewerEvent);
    expect(read({ reason: 'done', outcome: { found: false } })).toThrow(NewerEvent);
    for (const faulty of [
      {},
      { reason: {} },
      { reason: 'late', outcome: 1 },
      { reason: 'done', outcome: {} },
    ])
      expect(read(faulty), JSON.stringify(faulty)).toThrow(z.ZodError);
  });

  test('that does not fit its schema is an error, whatever else it carries', () => {
    const faulty = { type: 'Moved', data: { by: 'far', legs: [], more: 1 } };
    expect(() => readEvent(source, faulty)).toThrow(z.ZodError);
    expect(() => readEvent(source, faulty)).not.toThrow(NewerEvent);
  });

  test('of an older version is upcast before it is checked', () => {
    const upcast = (written: RawEvent): RawEvent =>
      written.type === 'Shifted' ? { type: 'Moved', data: { ...written.data, legs: [] } } : written;
    expect(readEvent({ ...source, upcast }, { type: 'Shifted', data: { by: 2 } })).toEqual({
      type: 'Moved',
      data: { by: 2, legs: [] },
    });
  });
});
