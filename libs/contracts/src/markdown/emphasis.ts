// Which runs of `*`, `_` and `~` begin and end emphasis: CommonMark's rule, in time proportional to their number.

export type Mark = 'strong' | 'em' | 'del';

/** Signs of one kind side by side; pairs of runs take from `left`, what nobody takes is text. */
export type Run = {
  readonly kind: 'run';
  readonly sign: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  left: number;
  /** From the inside to the outside. */
  readonly opens: Mark[];
  readonly closes: Mark[];
};

const OTHER_PUNCTUATION = /^[\p{P}\p{S}]$/u;
const isWordCharacter = (character: string): boolean =>
  (character >= 'a' && character <= 'z') ||
  (character >= 'A' && character <= 'Z') ||
  (character >= '0' && character <= '9');
const isSpace = (character: string): boolean => character.trim() === '';
const isPunctuation = (character: string): boolean =>
  !isWordCharacter(character) && OTHER_PUNCTUATION.test(character);
const isEdge = (character: string): boolean => isSpace(character) || isPunctuation(character);
/** Longer runs are text: nobody strikes out with three. */
const STRIKE_MAX = 2;

/** The part that a run may play between two characters; undefined for one that is text. */
export const runOf = (sign: string, length: number, before: string, after: string): Run | undefined => {
  if (sign === '~' && length > STRIKE_MAX) return undefined;
  const isOpen = !isSpace(after) && (!isPunctuation(after) || isEdge(before));
  const isEnd = !isSpace(before) && (!isPunctuation(before) || isEdge(after));
  const isWord = sign === '_';
  const canOpen = isOpen && (!isWord || !isEnd || isPunctuation(before));
  const canClose = isEnd && (!isWord || !isOpen || isPunctuation(after));
  return { kind: 'run', sign, length, canOpen, canClose, left: length, opens: [], closes: [] };
};

const isMultiple = (length: number): boolean => length % 3 === 0;

const isPair = (opening: Run, closing: Run): boolean => {
  if (opening.sign !== closing.sign) return false;
  if (opening.sign === '~') return opening.length === closing.length;
  if (!opening.canClose && !closing.canOpen) return true;
  return (
    !isMultiple(opening.length + closing.length) || (isMultiple(opening.length) && isMultiple(closing.length))
  );
};

/** Runs with the same key, a small number, find the same openers. */
const runKeyOf = ({ sign, canOpen, length }: Run): number =>
  sign === '~' ? length : (sign === '*' ? 3 : 9) + (canOpen ? 3 : 0) + (length % 3);
const KEYS = 15;

const take = (opening: Run, closing: Run): void => {
  const isStrike = opening.sign === '~';
  const count = isStrike ? opening.left : Math.min(2, opening.left, closing.left);
  const mark = isStrike ? 'del' : count === 2 ? 'strong' : 'em';
  opening.left -= count;
  closing.left -= count;
  opening.opens.push(mark);
  closing.closes.push(mark);
};

/** Pairs the runs, in their order. */
export const pairRuns = (runs: readonly Run[]): void => {
  const openers: Run[] = [];
  /** Below these heights there is no opener for runs of a key: nothing is searched twice. */
  const floors = new Array<number>(KEYS).fill(0);
  for (const run of runs) {
    const key = runKeyOf(run);
    while (run.canClose && run.left > 0) {
      const floor = floors[key] as number;
      let at = openers.length - 1;
      while (at >= floor && !isPair(openers[at] as Run, run)) at -= 1;
      if (at < floor) {
        floors[key] = openers.length;
        break;
      }
      const opening = openers[at] as Run;
      take(opening, run);
      openers.length = opening.left > 0 ? at + 1 : at;
      for (let other = 0; other < KEYS; other += 1)
        floors[other] = Math.min(floors[other] as number, openers.length);
    }
    if (run.canOpen && run.left > 0) openers.push(run);
  }
};
