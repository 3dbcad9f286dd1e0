// Which ideas a reply of the Discovery agent is taken to have.
import { expect, test } from 'vitest';
import { ideaMessage, ideasOf } from './ideas.ts';

test('each item of a numbered list is an idea, named by its first words', () => {
  const ideas = ideasOf(
    'Three ideas:\n\n1. **Momentum rotation**: hold the strongest coins.\n2. **Low volatility** – hold the calm ones.\n\nWhich one?',
  );
  expect(ideas.map(({ title }) => title)).toEqual(['Momentum rotation', 'Low volatility']);
  expect(ideas.map(ideaMessage)[0]).toBe(
    'Write a strategy for this idea:\n\nMomentum rotation: hold the strongest coins.',
  );
});

test('without a list, each section is an idea', () => {
  const ideas = ideasOf('Here they are.\n\n### Breakout\n\nBuy new highs.\n\n### Reversal\n\nBuy lows.');
  expect(ideas).toEqual([
    { title: 'Breakout', text: expect.stringContaining('Buy new highs.') },
    { title: 'Reversal', text: expect.stringContaining('Buy lows.') },
  ]);
});

test('a reply without either has none to hand over', () => {
  expect(ideasOf('Which coins do you mean?')).toEqual([]);
});
