// The bound of a prompt's tokens, compared with what current tokenizers make of the same text.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { readPrompts } from '../replies/prompts.ts';
import { SCHEMAS } from '../tools/tools.ts';
import { toolBody } from './request-body.ts';
import { tokensAtMost } from './token-counts.ts';

const truthOf = (text: string): number => Math.max(countO200k(text), countCl100k(text));
const boundOf = (text: string): number => tokensAtMost([{ role: 'user', content: text }], []);
/** The bound's addition for a message without words. */
const EMPTY = boundOf('');

const source = readFileSync(new URL('./token-counts.ts', import.meta.url), 'utf8');
const PROSE =
  'Buy the three coins with the strongest momentum every week, and sell what falls by ten percent. ';
const SAMPLES: Readonly<Record<string, string>> = {
  prose: PROSE,
  code: source,
  figures: Array.from({ length: 100 }, (_, at) => `2024-01-${at},${Math.sin(at)},${at ** 3}`).join('\n'),
  german: 'Die Geschwindigkeitsbegrenzung überrascht den Donaudampfschifffahrtskapitän. ',
  russian: 'Стратегия покупает монеты с положительным импульсом каждую неделю. ',
  chinese: '该策略每周买入动量最强的三种加密货币，并在亏损百分之十时止损。',
  japanese: 'この戦略は毎週モメンタムの強い三つのコインを買います。',
  arabic: 'تشتري هذه الاستراتيجية العملات ذات الزخم الأقوى كل أسبوع.',
  hindi: 'यह रणनीति हर सप्ताह सबसे मजबूत सिक्के खरीदती है।',
  thai: 'กลยุทธ์นี้ซื้อเหรียญที่มีโมเมนตัมสูงสุดทุกสัปดาห์',
  emoji: '🚀💎🙌👩‍👩‍👧‍👦𠀀𠀁龘',
  signs: '{"a":[1, 2, 3],"b":!@#$%^&*()_+-=[]|;:,.<>?/~`}',
};

describe('is never below the truth for', () => {
  test.each(Object.entries(SAMPLES))('%s', (_, text) => {
    expect(boundOf(text) - EMPTY).toBeGreaterThanOrEqual(truthOf(text));
  });

  test('any words of any letters, and any other text', () => {
    const small = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz', ' ', "'");
    const text = fc.oneof(
      fc.string({ unit: small, maxLength: 60 }),
      fc.string({ unit: 'binary-ascii', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    );
    fc.assert(
      fc.property(text, (words) => boundOf(words) - EMPTY >= truthOf(words)),
      { numRuns: 2_000 },
    );
  });
});

test('counts our own prompts and tools by what they are, still above the truth', async () => {
  const prompts = await readPrompts();
  for (const agent of ['strategy', 'discovery'] as const) {
    const [system, schemas] = [prompts[agent], SCHEMAS[agent]];
    const truth = truthOf(system) + truthOf(JSON.stringify(schemas.map(toolBody)));
    const bound = tokensAtMost([{ role: 'system', content: system }], schemas);
    expect(bound).toBeGreaterThanOrEqual(truth);
    expect(bound).toBeLessThan(2.2 * truth);
  }
});

test('counts English lower than by its bytes', () => {
  const text = PROSE.repeat(10);
  expect(boundOf(text)).toBeLessThan(0.85 * Buffer.byteLength(text));
});

test('a part of a prompt is counted once, in however many prompts and rounds it is', () => {
  let reads = 0;
  const message = {
    role: 'user' as const,
    get content() {
      reads += 1;
      return 'Momentum of the top 3 coins';
    },
  };
  const first = tokensAtMost([message], []);
  const readsOfOne = reads;
  expect(tokensAtMost([message], [])).toBe(first);
  expect(reads).toBe(readsOfOne);
});
