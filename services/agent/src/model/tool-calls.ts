// Puts tool calls together from the pieces in which models stream them.
import type { ModelCall } from './model.ts';
import type { Chunk } from './read-chunks.ts';
import { textBytes, textTokens } from './token-counts.ts';

type Part = NonNullable<
  NonNullable<NonNullable<NonNullable<Chunk['choices']>[number]['delta']>['tool_calls']>[number]
>;

export type CallCollector = {
  /** Adds pieces; answers about how many tokens they are. */
  readonly add: (parts: readonly Part[]) => number;
  readonly all: () => readonly ModelCall[];
};

type Collected = { readonly index: number; id: string; name: string; json: string };

export const collectCalls = (): CallCollector => {
  const calls: Collected[] = [];
  /** The newest call of each index. */
  const newest = new Map<number, Collected>();
  const begin = (index: number): Collected => {
    const call = { index, id: '', name: '', json: '' };
    calls.push(call);
    newest.set(index, call);
    return call;
  };
  /** Some servers count no calls, or all of them as the first. */
  const callOf = (part: Part): Collected => {
    const { index, id } = part;
    if (typeof index !== 'number') {
      const last = calls.at(-1);
      return last && (!id || last.id === id) && !isOther(last, part) ? last : begin(calls.length);
    }
    const known = newest.get(index);
    return known && !isOther(known, part) ? known : begin(index);
  };
  return {
    add: (parts) =>
      parts.reduce((tokens, part) => {
        const call = callOf(part);
        const { name, arguments: json } = part.function ?? {};
        call.id ||= part.id || '';
        call.name ||= name || '';
        call.json += json ?? '';
        return tokens + textTokens(textBytes(`${name ?? ''}${json ?? ''}`));
      }, 0),
    all: () =>
      calls
        .toSorted((a, b) => a.index - b.index)
        .filter(({ name }) => name !== '')
        .map(({ id, name, json }, at, all) => ({ id: idOf(id, at, all), name, input: inputOf(json) })),
  };
};

/** True if a piece begins another call: it has a name, and another id or name, or the arguments so far are whole. */
const isOther = ({ id, name, json }: Collected, { id: newId, function: called }: Part): boolean => {
  if (!called?.name || name === '') return false;
  if (id !== '' && newId && newId !== id) return true;
  const isSame = id !== '' && newId === id;
  if (called.name !== name && !isSame) return true;
  return BEGINS_OBJECT.test(called.arguments ?? '') && isWhole(json);
};

const BEGINS_OBJECT = /^\s*\{/;

const isWhole = (json: string): boolean => {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
};

/** Its id; its number among the calls where it has none, or one that a call before it has. */
const idOf = (id: string, at: number, all: readonly { readonly id: string }[]): string => {
  if (id !== '' && all.findIndex((call) => call.id === id) === at) return id;
  const numbered = `call_${at}`;
  return all.some((call) => call.id === numbered) ? `${numbered}_${all.length}` : numbered;
};

/** A tool without input gets an empty one; some servers send nothing then. */
const inputOf = (json: string): unknown | null => {
  if (json.trim() === '') return {};
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
};
