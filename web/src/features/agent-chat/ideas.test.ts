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

test('an idea has the coins that it ends with', () => {
  const [two, none] = ideasOf('1. **Rotate**: weekly.\n\n   Coins: ETH, SOL\n\n2. **Hold**: all of it.');
  expect(two).toMatchObject({ title: 'Rotate', coins: ['ETH', 'SOL'] });
  expect(two && ideaMessage(two)).toMatch(/Rotate: weekly\.\s+Coins: ETH, SOL$/);
  expect(none?.coins).toEqual([]);
});

test('without a list, each section is an idea', () => {
  const ideas = ideasOf('Here they are.\n\n### Breakout\n\nBuy new highs.\n\n### Reversal\n\nBuy lows.');
  expect(ideas).toEqual([
    { title: 'Breakout', text: expect.stringContaining('Buy new highs.'), coins: [] },
    { title: 'Reversal', text: expect.stringContaining('Buy lows.'), coins: [] },
  ]);
});

test('a reply without either has none to hand over', () => {
  expect(ideasOf('Which coins do you mean?')).toEqual([]);
});
