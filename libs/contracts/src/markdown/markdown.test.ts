// Markdown here is CommonMark with tables and strikethrough, without HTML, and with what models write in its place.
import { describe, expect, test } from 'vitest';
import { codeBlocksOf, isPython, mayBePython, proseOf, readMarkdown, spokenText } from './markdown.ts';

const blocksOf = (text: string) => readMarkdown(text).blocks;
const partsOf = (text: string) => {
  const [block] = blocksOf(text);
  return block?.kind === 'paragraph' ? block.parts : block;
};
const codesOf = (text: string) => codeBlocksOf(blocksOf(text)).map(({ code }) => code);

describe('in a line', () => {
  test.each([
    [
      '**a** *b* _c_ ~~d~~',
      [
        { kind: 'strong', parts: ['a'] },
        ' ',
        { kind: 'em', parts: ['b'] },
        ' ',
        { kind: 'em', parts: ['c'] },
        ' ',
        { kind: 'del', parts: ['d'] },
      ],
    ],
    ['***a***', [{ kind: 'em', parts: [{ kind: 'strong', parts: ['a'] }] }]],
    ['snake_case_name and 2 * 3 * 4', ['snake_case_name and 2 * 3 * 4']],
    ['`a` ``b`c`` `', [{ kind: 'code', text: 'a' }, ' ', { kind: 'code', text: 'b`c' }, ' `']],
    ['a<br>b<BR />c', ['a', { kind: 'break' }, 'b', { kind: 'break' }, 'c']],
    ['a  \nb\\\nc\nd', ['a', { kind: 'break' }, 'b', { kind: 'break' }, 'c\nd']],
    ['&lt; &amp; &ge; &times; &mdash; &#8364; &#x20AC; &nothing;', ['< & ≥ × — € € &nothing;']],
    ['\\*a\\* \\a', ['*a* \\a']],
    [
      '[a *b*](http://c "d")',
      [{ kind: 'link', href: 'http://c', parts: ['a ', { kind: 'em', parts: ['b'] }] }],
    ],
    ['![a](b)', [{ kind: 'image', href: 'b', parts: ['a'] }]],
    ['[a] (b)', ['[a] (b)']],
    [
      'see https://a.b/c_d?e=f&g. And (www.a.b)',
      [
        'see ',
        { kind: 'link', href: 'https://a.b/c_d?e=f&g', parts: ['https://a.b/c_d?e=f&g'] },
        '. And (',
        { kind: 'link', href: 'https://www.a.b', parts: ['www.a.b'] },
        ')',
      ],
    ],
    [
      '**https://a.b** <https://c.d>',
      [
        { kind: 'strong', parts: [{ kind: 'link', href: 'https://a.b', parts: ['https://a.b'] }] },
        ' ',
        { kind: 'link', href: 'https://c.d', parts: ['https://c.d'] },
      ],
    ],
    ['<b onclick="x()">a</b>', ['<b onclick="x()">a</b>']],
  ])('%j', (text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  test('a label leads where a line says, before or after', () => {
    const link = { kind: 'link', href: 'http://u', parts: ['a'] };
    expect(blocksOf('[a][x]\n\n[x]: http://u "title"\n\n[a]')).toEqual([
      { kind: 'paragraph', parts: [link] },
      { kind: 'paragraph', parts: ['[a]'] },
    ]);
  });
});

describe('lists', () => {
  test.each([
    ['0. a\n1. b', 0],
    ['3) a', 3],
    ['- a', null],
  ])('%j begins with its own number', (text, start) => {
    expect(blocksOf(text)).toMatchObject([{ kind: 'list', start }]);
  });

  test('with a text before, in one another, with tasks and code', () => {
    const [words, list] = blocksOf('Steps:\n1. one\n   - [x] done\n2. two\n   ```py\n   x = 1\n   ```\n');
    expect(words).toEqual({ kind: 'paragraph', parts: ['Steps:'] });
    expect(list).toMatchObject({
      isTight: true,
      items: [
        [{ parts: ['one'] }, { kind: 'list', items: [[{ parts: ['☑ done'] }]] }],
        [{ parts: ['two'] }, { kind: 'code', code: 'x = 1' }],
      ],
    });
  });
});

test('a table has as many cells as its head, and breaks in cells', () => {
  expect(blocksOf('| a | b |\n|:--|--:|\n| 1<br>2 | x\\|y | z |\n| 3 |\nWords.\n\nEnd.')).toEqual([
    {
      kind: 'table',
      align: ['left', 'right'],
      head: [['a'], ['b']],
      rows: [
        [['1', { kind: 'break' }, '2'], ['x|y']],
        [['3'], []],
        [['Words.'], []],
      ],
    },
    { kind: 'paragraph', parts: ['End.'] },
  ]);
});

describe('code', () => {
  test.each([
    ['between tildes', '~~~python\nx = 1\n~~~', ['x = 1']],
    ['in a list', '- a\n\n  ```python\n  x = 1\n  ```\n', ['x = 1']],
    ['in a quotation', '> ```python\n> x = 1\n> ```', ['x = 1']],
    ['indented', 'Words.\n\n    x = 1\n\n    y = 2\n', ['x = 1\n\ny = 2']],
    ['with a fence in it', '````\n```\nx\n```\n````', ['```\nx\n```']],
    [
      'with a fence in its documentation',
      '```python\n"""\n    ```\n    x\n    ```\n"""\n```',
      ['"""\n    ```\n    x\n    ```\n"""'],
    ],
    ['with a quoted fence', '```python\nx = "```"  # and ```y```\n```', ['x = "```"  # and ```y```']],
    ['with a fence glued to its last line', '```python\nx = 1\nreturn x```\n\nWords.', ['x = 1\nreturn x']],
    [
      'with a fence at the end of a comment',
      '```python\nx = 1  # see ```\ny = 2\n```\n\nWords.',
      ['x = 1  # see ```\ny = 2'],
    ],
    [
      'with two of them, before another block',
      '```python\n# see ```\ny = 2  # and ```\nz = 3\n```\n\n```\nout\n```\n\n```json\n{}\n```',
      ['# see ```\ny = 2  # and ```\nz = 3', 'out', '{}'],
    ],
    [
      'with a glued fence, before a block without a tag',
      '```python\nreturn x```\n\nWords.\n\n```\nout\n```\n',
      ['return x', 'out'],
    ],
    ['in a list, with a fence at the end of a comment', '- a\n\n  ```py\n  # ```\n  y\n  ```', ['# ```\ny']],
    ['with a glued fence and a right one', '```python\nreturn x```\n```\n\nWords.', ['return x']],
    [
      'of two blocks, the first of them glued',
      '```python\na = 1```\n\nand\n\n```python\nb = 2\n```',
      ['a = 1', 'b = 2'],
    ],
  ])('%s', (_, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  test.each([
    'python',
    'Python3',
    'py',
    '{python}',
    '{.python .numberLines}',
    'python:strategy.py',
    'strategy.py',
    'python title="x"',
    'ipython3',
    'file: strategy.py',
    'filename="strategy.py"',
    'language-python',
    'lang-py',
    'my strategy.py',
    'strategies/my best one.py',
    'C:\\My Files\\strategy.py',
  ])('a block of %s is Python', (tag) => {
    const [block] = codeBlocksOf(blocksOf(`\`\`\`${tag}\nx = 1\n\`\`\``));
    expect(block && isPython(block)).toBe(true);
  });

  test.each([
    'json',
    'pyramid',
    'text',
    'copy',
    'python-traceback',
    'script.pyx',
    '{json}',
    'diff strategy.py',
    'json title="a.py"',
    'language-json',
    'my script.pyx',
  ])('one of %s is not', (tag) => {
    expect(mayBePython({ tag })).toBe(false);
  });

  test('without a language it is Python if it defines or imports something', () => {
    expect(isPython({ tag: '', code: '\n\n  import x' })).toBe(true);
    expect(isPython({ tag: '', code: 'nothing to run' })).toBe(false);
    expect(isPython({ tag: 'python', code: ' \n' })).toBe(false);
  });
});

test('a screen reader hears that there is code, and no signs of Markdown', () => {
  expect(spokenText(readMarkdown('**Done**: see `x`.\n\n```python\nx = 1\n```\n\nNext.'))).toBe(
    'Done: see x. Code. Next.',
  );
  expect(
    spokenText(readMarkdown('- a\n\n  ~~~\n  x = 1\n  ~~~\n\n> 2 * 3\n\n| a | b |\n|---|---|\n| 1 | 2 |')),
  ).toBe('a Code. 2 * 3 a b 1 2');
});

test('prose is all that is not code', () => {
  expect(proseOf(readMarkdown('**Sharpe**: 1.5\n\n    Sharpe 9\n\n- a\n\n  ~~~\n  Sharpe 8\n  ~~~\n'))).toBe(
    'Sharpe: 1.5\n\na',
  );
});
