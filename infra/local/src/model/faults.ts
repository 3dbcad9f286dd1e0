// Faults on command: in the last user message as "[fault: cut 3]", or for the next requests by the control path.
import { z } from 'zod';

/** The possible faults, and the meaning of their number. */
export const FAULTS = {
  'rate-limit': 'answers 429; the number is Retry-After in seconds (1)',
  'server-error': 'answers with the status of the number (500)',
  slow: 'waits the number of milliseconds (5000) before the first chunk',
  endless: 'writes without an end, whatever the limit',
  numbers: 'writes the numbers from 1 to the number (1000) at its end, each a chunk',
  pace: 'waits the number of milliseconds (40) after each chunk',
  broken: 'sends a chunk that is not JSON after the number of chunks (3)',
  cut: 'cuts the connection after the number of chunks (3)',
  ended: 'ends the stream after the number of chunks (3), without a reason to finish',
  empty: 'ends its answer without a word',
  filtered: 'ends after the number of chunks (3), filtered by the rules on content',
  'nameless-call': 'calls a tool without saying which, once',
  'unknown-tool': 'calls a tool that does not exist, once',
  'broken-input': 'calls its first tool with an input that is not JSON',
  'wrong-usage': 'reports its usage times the number (1000)',
  'no-usage': 'reports no usage',
  'syntax-error': 'writes code that does not parse first, and repairs it',
  'too-much': 'writes code whose weights add up to more than 1 first, and repairs it',
  'look-ahead': 'writes code that looks ahead first, and repairs it',
} as const;
type FaultName = keyof typeof FAULTS;
const NAMES = Object.keys(FAULTS) as [FaultName, ...FaultName[]];

export type Fault = { readonly name: FaultName; readonly number?: number | undefined };

const WORDS = new RegExp(`\\[fault: ?(${NAMES.join('|')})(?: (-?\\d+))?\\]`, 'gi');

/** The faults that a message asks for, and the message without them. */
export const faultsIn = (text: string): { readonly faults: readonly Fault[]; readonly text: string } => ({
  faults: [...text.matchAll(WORDS)].map(([, name, number]) => ({
    name: String(name).toLowerCase() as FaultName,
    number: number === undefined ? undefined : Number(number),
  })),
  text: text.replaceAll(WORDS, '').trim(),
});

/** The body of `POST /faults`. */
export const faultOrder = z.strictObject({
  fault: z.enum(NAMES),
  number: z.number().optional(),
  /** How many requests it lasts. */
  times: z.int().min(1).max(1_000_000).default(1),
});

export type FaultQueue = {
  readonly add: (order: z.infer<typeof faultOrder>) => void;
  readonly clear: () => void;
  /** The faults of the next request. */
  readonly take: () => readonly Fault[];
};

/** Faults that were ordered for the next requests. */
export const openFaults = (): FaultQueue => {
  let orders: { fault: Fault; left: number }[] = [];
  return {
    add: ({ fault, number, times }) => orders.push({ fault: { name: fault, number }, left: times }),
    clear: () => {
      orders = [];
    },
    take: () => {
      const taken = orders.map(({ fault }) => fault);
      for (const order of orders) order.left -= 1;
      orders = orders.filter(({ left }) => left > 0);
      return taken;
    },
  };
};
