// How many coins a strategy picks, as far as its code says it in plain numbers, and whether the portfolio leaves it a choice.

/** The number is the second argument; the first may be calls with brackets of their own. */
const secondArguments = (code: string, name: string): string[] => {
  const found: string[] = [];
  for (const { index } of code.matchAll(new RegExp(`\\b${name}\\(`, 'g'))) {
    let depth = 0;
    let written = '';
    let commas = 0;
    for (const letter of code.slice(index + name.length)) {
      if ('([{'.includes(letter)) depth += 1;
      if (')]}'.includes(letter)) depth -= 1;
      if (depth === 0) break;
      if (letter === ',' && depth === 1) commas += 1;
      else if (commas === 1) written += letter;
    }
    found.push(written.trim());
  }
  return found;
};

const withoutComments = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n');

/** How many coins each ranking picks; one whose number is computed is left out. */
const picksOf = (code: string): number[] =>
  secondArguments(withoutComments(code), 'rank_top').flatMap((written) => {
    const value = written.replace(/^n\s*=\s*/, '');
    const constant = /^[A-Za-z_]\w*$/.test(value)
      ? new RegExp(`^${value}\\s*=\\s*(\\d+)\\s*(?:#.*)?$`, 'm').exec(code)?.[1]
      : value;
    return constant !== undefined && /^\d+$/.test(constant) ? [Number(constant)] : [];
  });

/** As many as the largest of its rankings picks; null where that leaves some of these coins out, or where it is not known. */
export const picksAllOf = (code: string, coins: number): number | null => {
  const picks = Math.max(...picksOf(code), 0);
  return picks === 0 || coins > picks ? null : picks;
};
