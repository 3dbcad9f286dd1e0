// How many coins a strategy picks, as far as its code says it in plain numbers, and whether the portfolio leaves it a choice.
import type { ParameterValues } from './parameter-schema.ts';

/** More rankings, and longer calls, are not looked at: the time for a text stays in proportion to its length. */
const RANKINGS_MAX = 50;
const CALL_LENGTH_MAX = 2_000;

/** The number is the second argument; the first may be calls with brackets of their own. */
const secondArguments = (code: string, name: string): string[] => {
  const found: string[] = [];
  const calls = [...code.matchAll(new RegExp(`\\b${name}\\(`, 'g'))];
  for (const { index } of calls.slice(0, RANKINGS_MAX)) {
    let depth = 0;
    let written = '';
    let commas = 0;
    for (const letter of code.slice(index + name.length, index + CALL_LENGTH_MAX)) {
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

/** The parameter that is read, as `p["coins"]` or `settings.parameters['coins']`. */
const PARAMETER = /\[\s*["'](\w+)["']\s*\]$/;

/** The digits of a number, or of the constant or parameter that stands for it. */
const numberOf = (value: string, code: string, parameters: ParameterValues): string | undefined => {
  if (/^[A-Za-z_]\w*$/.test(value))
    return new RegExp(`^${value}\\s*=\\s*(\\d+)\\s*(?:#.*)?$`, 'm').exec(code)?.[1];
  const parameter = PARAMETER.exec(value)?.[1];
  if (parameter === undefined) return value;
  const chosen = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined;
  if (chosen !== undefined) return typeof chosen === 'number' ? String(chosen) : undefined;
  return new RegExp(`["']${parameter}["']\\s*:\\s*{[^{}]*?["']default["']\\s*:\\s*(\\d+)`).exec(code)?.[1];
};

/** How many coins each ranking picks; one whose number is computed is left out. */
const picksOf = (code: string, parameters: ParameterValues): number[] =>
  secondArguments(withoutComments(code), 'rank_top').flatMap((written) => {
    const number = numberOf(written.replace(/^n\s*=\s*/, ''), code, parameters);
    return number !== undefined && /^\d+$/.test(number) ? [Number(number)] : [];
  });

/**
 * As many as the largest of its rankings picks; null where that leaves some of these coins out, or where it is not known.
 * `parameters` are the chosen ones; the others have their defaults.
 */
export const picksAllOf = (code: string, coins: number, parameters: ParameterValues = {}): number | null => {
  const picks = Math.max(...picksOf(code, parameters), 0);
  return picks === 0 || coins > picks ? null : picks;
};
