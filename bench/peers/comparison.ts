// Runs our work and other products' in turns, so that other load on the machine affects all alike.
import { type BenchRow, median, milliseconds, NO_TARGET } from '../parts/bench-row.ts';
import { openPeer, type Peer } from './peer.ts';

export type Contender = {
  product: 'vectorbt' | 'raptorbt' | 'bt' | 'quantstats';
  /** The name of the work's files. */
  work: string;
  call: string;
  /** The product's function. */
  label: string;
  /** The expected result. */
  figures: readonly number[];
  /** A new process every time, from its start on; else a warm one. */
  isFresh?: boolean;
  /** Required speed-up over the peer; without it the figure is only reported. */
  factor?: number;
};

export type Comparison = {
  name: string;
  /** Does our work once and answers with its time in ms. */
  ours(): Promise<number>;
  /** Upper bound of our own time; without it the figure is only reported. */
  limitMs?: number;
  contenders: readonly Contender[];
};

export type Peers = {
  /** A product, or why it is unavailable on this machine. */
  open(product: Contender['product']): Promise<Peer | string>;
  stop(): void;
};

const TURNS = 5;
/** The products' own rules are in the expected figures; what is left is the order of their additions. */
const RELATIVE_TOLERANCE = 1e-9;
const REASON_LENGTH = 160;

/** Products that get their work in `folder`. */
export const openPeers = (folder: string): Peers => {
  const opened = new Map<string, Promise<Peer | string>>();
  const open: Peers['open'] = (product) =>
    openPeer(product, folder, (line) => console.log(`  ${product}: ${line}`)).catch(lastLineOf);
  return {
    open: (product) => {
      const peer = opened.get(product) ?? open(product);
      opened.set(product, peer);
      return peer;
    },
    stop: () => {
      for (const peer of opened.values()) void peer.then((one) => typeof one !== 'string' && one.stop());
    },
  };
};

/** Our row, then one for each contender; the row of a missing or wrong one says so. */
export const compare = async (peers: Peers, comparison: Comparison): Promise<BenchRow[]> => {
  const { name, ours, limitMs = Number.POSITIVE_INFINITY, contenders } = comparison;
  const entrants: Entrant[] = [];
  for (const contender of contenders)
    entrants.push({ contender, peer: await peers.open(contender.product), times: [], fault: '' });
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    times.push(await ours());
    for (const entrant of entrants) await takeTurn(entrant);
  }
  const ourMs = median(times);
  const target = limitMs < Number.POSITIVE_INFINITY ? `< ${milliseconds(limitMs)}` : NO_TARGET;
  return [
    { name, value: milliseconds(ourMs), target, met: ourMs < limitMs },
    ...entrants.map((entrant) => rowOf(entrant, ourMs)),
  ];
};

type Entrant = { contender: Contender; peer: Peer | string; times: number[]; fault: string };

const takeTurn = async (entrant: Entrant): Promise<void> => {
  const { contender, peer, times, fault } = entrant;
  if (typeof peer === 'string' || fault) return;
  const { work, call, isFresh = false, figures } = contender;
  try {
    const measured = await (isFresh ? peer.fresh(work, call) : peer.measure(work, call));
    times.push(measured.ms);
    entrant.fault = faultOf(measured.figures, figures);
  } catch (cause) {
    entrant.fault = lastLineOf(cause);
  }
};

/** A Python traceback ends with what went wrong. */
const lastLineOf = (cause: unknown): string => {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.trim().split('\n').at(-1)?.slice(0, REASON_LENGTH) ?? '';
};

const rowOf = ({ contender, peer, times, fault }: Entrant, ourMs: number): BenchRow => {
  const { product, label, factor } = contender;
  if (typeof peer === 'string')
    return { name: `  ${product}, ${label}`, value: 'cannot be installed here', target: peer, met: false };
  const name = `  ${peer.name}, ${label}`;
  if (fault) return { name, value: 'failed', target: fault, met: false };
  const ratio = median(times) / ourMs;
  const value = `${milliseconds(median(times))} = ${ratio.toFixed(ratio < 100 ? 1 : 0)} ×`;
  if (factor === undefined) return { name, value, target: NO_TARGET, met: true };
  return { name, value, target: factor === 1 ? '> ours' : `≥ ${factor} × ours`, met: ratio >= factor };
};

/** Empty when all figures are as they should be. */
export const faultOf = (found: readonly number[], expected: readonly number[]): string => {
  if (found.length !== expected.length) return `it came to ${found.length} figures, not ${expected.length}`;
  const at = expected.findIndex(
    (figure, index) => !(Math.abs((found[index] ?? Number.NaN) / figure - 1) <= RELATIVE_TOLERANCE),
  );
  return at < 0 ? '' : `it came to ${found[at]}, not ${expected[at]}`;
};
