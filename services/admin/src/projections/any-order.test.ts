// Whatever the order in which the contexts' events arrive, the documents are the same, and an erasure stays one.
import type { AnyProjection } from '@tradeium/event-store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AGGREGATES, type StoryFact } from '../../fixtures/story-fact.ts';
import { deletion, documentsOf, refund, runErasure, userStory } from '../../fixtures/user-story.ts';
import { projections } from './projections.ts';

const START = '2026-03-04T05:06:07.000Z';
const LATER = '2026-03-05T00:00:00.000Z';

const story = [
  ...userStory('ada', START),
  ...userStory('bob', START).filter(({ of }) => of !== 'user'),
  ...refund('ada', 'order-of-ada', LATER),
  deletion('ada', LATER),
  runErasure('ada', LATER),
];

/** The order in a context stays; `picks` say from which one the next event comes. */
const interleaved = (facts: readonly StoryFact[], picks: readonly number[]): StoryFact[] => {
  const queues = new Map<string, StoryFact[]>();
  for (const fact of facts) {
    const { context } = AGGREGATES[fact.of];
    queues.set(context, [...(queues.get(context) ?? []), fact]);
  }
  const order: StoryFact[] = [];
  for (let turn = 0; order.length < facts.length; turn += 1) {
    const waiting = [...queues.values()].filter((queue) => queue.length > 0);
    const next = waiting[(picks[turn % picks.length] ?? 0) % waiting.length]?.shift();
    if (next) order.push(next);
  }
  return order;
};

const picks = fc.array(fc.nat(10), { minLength: 1, maxLength: 40 });

test.each(projections.map((projection) => [projection.name, projection] as [string, AnyProjection]))(
  '%s depends on no order between contexts',
  (_, projection) => {
    const expected = documentsOf(projection, story);
    fc.assert(
      fc.property(picks, (chosen) => {
        expect(documentsOf(projection, interleaved(story, chosen))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  },
);

test.each(projections.map((projection) => [projection.name, projection] as [string, AnyProjection]))(
  '%s has no words of an erased user, in any order',
  (_, projection) => {
    const ofAda = story.filter(({ event }) => JSON.stringify(event).includes('ada'));
    fc.assert(
      fc.property(picks, (chosen) => {
        const text = JSON.stringify(documentsOf(projection, interleaved(ofAda, chosen)));
        expect(text.toLowerCase()).not.toContain('lovelace');
        expect(text.toLowerCase()).not.toContain('example.com');
      }),
      { numRuns: 50 },
    );
  },
);
