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

export const collectCalls = (): CallCollector => {
  const calls = new Map<number, { id: string; name: string; json: string }>();
  /** Some servers send whole calls and count none; each new id is then a new call. */
  const indexOf = ({ index, id }: Part): number => {
    if (typeof index === 'number') return index;
    return id || calls.size === 0 ? calls.size : calls.size - 1;
  };
  return {
    add: (parts) =>
      parts.reduce((tokens, part) => {
        const index = indexOf(part);
        const call = calls.get(index) ?? { id: '', name: '', json: '' };
        const { name, arguments: json } = part.function ?? {};
        calls.set(index, {
          id: call.id || part.id || '',
          name: call.name || name || '',
          json: call.json + (json ?? ''),
        });
        return tokens + textTokens(textBytes(`${name ?? ''}${json ?? ''}`));
      }, 0),
    all: () =>
      [...calls.entries()]
        .sort(([a], [b]) => a - b)
        .filter(([, { name }]) => name !== '')
        .map(([index, { id, name, json }]) => ({ id: id || `call_${index}`, name, input: inputOf(json) })),
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
