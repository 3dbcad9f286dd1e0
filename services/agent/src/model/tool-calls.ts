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
  /** Some servers count no calls, or all of them as the first: a name with a new id is then a new call. */
  const callOf = ({ index, id, function: called }: Part): Collected => {
    if (typeof index !== 'number') {
      const last = calls.at(-1);
      return last && (!id || last.id === id) ? last : begin(calls.length);
    }
    const known = newest.get(index);
    const isOther = known?.id && id && known.id !== id && called?.name;
    return known && !isOther ? known : begin(index);
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
        .map(({ index, id, name, json }) => ({ id: id || `call_${index}`, name, input: inputOf(json) })),
  };
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
