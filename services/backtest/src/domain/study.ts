// One study: started once, its points computed in batches, ended once; erased with its user.
import {
  backtestEvents,
  costOfCells,
  type MicroVut,
  type Refusal,
  refuse,
  type StudyEvent,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';

import type { Settlement } from './run.ts';

type Data<Type extends StudyEvent['type']> = Extract<StudyEvent, { type: Type }>['data'];
type Batch = Pick<Data<'StudyPointsComputed'>, 'computations' | 'file' | 'size' | 'doubt'> & {
  /** Of a part of an execution's points: the number of those that are computed with it, of so many. */
  readonly part?: { readonly until: number; readonly of: number };
};

/** The parts of a study that its events add up to. */
type Progress = {
  /** Digests of the lists of points that a search has proposed, in their order. */
  readonly lists: readonly string[];
  readonly batches: readonly Batch[];
  /** Points that are computed, and those of them that failed. */
  readonly done: number;
  readonly failed: number;
  readonly cells: number;
  readonly failedMs: number;
};

export type Study =
  | { readonly status: 'unknown' }
  | { readonly status: 'erased' }
  | { readonly status: 'running'; readonly started: Data<'StudyStarted'>; readonly progress: Progress }
  | {
      readonly status: 'ended';
      readonly started: Data<'StudyStarted'>;
      readonly progress: Progress;
      readonly end: Data<'StudyEnded'>;
    };
export type KnownStudy = Extract<Study, { status: 'running' | 'ended' }>;

const unknownStudy: Study = { status: 'unknown' };
const NOTHING: Progress = { lists: [], batches: [], done: 0, failed: 0, cells: 0, failedMs: 0 };

const withBatch = (progress: Progress, data: Data<'StudyPointsComputed'>): Progress => {
  const { computations, file, size, doubt } = data;
  const part = data.part && { until: data.part.from + data.done, of: data.part.of };
  return {
    ...progress,
    batches: [...progress.batches, { computations, file, size, doubt, ...(part && { part }) }],
    done: progress.done + data.done,
    failed: progress.failed + data.failed,
    cells: progress.cells + data.cells,
    failedMs: progress.failedMs + data.failedMs,
  };
};

/** Folds one event into the study. */
const evolveStudy = (study: Study, { type, data }: StudyEvent): Study => {
  if (type === 'StudyErased') return { status: 'erased' };
  if (type === 'StudyStarted') return { status: 'running', started: data, progress: NOTHING };
  if (study.status !== 'running') return study;
  if (type === 'StudyEnded') return { ...study, status: 'ended', end: data };
  if (type === 'StudyPointsProposed') {
    const { progress } = study;
    return { ...study, progress: { ...progress, lists: [...progress.lists, data.list] } };
  }
  return { ...study, progress: withBatch(study.progress, data) };
};

export type StudyCommand =
  | { type: 'StartStudy'; data: Data<'StudyStarted'> }
  | { type: 'ProposePoints'; data: Data<'StudyPointsProposed'> }
  | { type: 'AddPoints'; data: Data<'StudyPointsComputed'> }
  | { type: 'EndStudy'; data: Data<'StudyEnded'> }
  | { type: 'EraseStudy'; data: Data<'StudyErased'> };

/** The price of what was computed: the cells of all frames that the strategy returned. */
export const chargeOf = ({ progress }: KnownStudy): MicroVut =>
  progress.cells === 0 ? ZERO_MICRO_VUT : costOfCells(progress.cells);

/** The computations all of whose points are computed, by their numbers. */
export const computedOf = ({ progress }: Pick<KnownStudy, 'progress'>): ReadonlySet<number> =>
  new Set(
    progress.batches.flatMap(({ computations, part }) => (part && part.until < part.of ? [] : computations)),
  );

/** How many points of a computation are computed, where it is simulated in parts. */
export const partOf = ({ progress }: Pick<KnownStudy, 'progress'>, computation: number): number =>
  Math.max(
    0,
    ...progress.batches.map(({ computations, part }) =>
      part && computations[0] === computation ? part.until : 0,
    ),
  );

/** The size of everything that the study keeps. */
export const bytesOf = (study: KnownStudy): number =>
  study.progress.batches.reduce(
    (total, { size }) => total + size,
    study.status === 'ended' ? study.end.size : 0,
  );

/** The figures that count when it is settled. */
export const settlementOfStudy = (study: KnownStudy): Settlement => {
  const { failedMs } = study.progress;
  return { resultBytes: bytesOf(study), failedMs: failedMs > 0 ? failedMs : undefined };
};

type Asked = Pick<Data<'StudyStarted'>, 'userId' | 'chatId' | 'settings' | 'plan' | 'fixed'>;

const valuesOf = (fixed: Asked['fixed'] = {}): unknown =>
  Object.entries(fixed).sort(([a], [b]) => (a < b ? -1 : 1));

/** Says if a request repeats the study. Its file was settled when it started. */
export const isSameStudy = (started: Data<'StudyStarted'>, asked: Asked): boolean =>
  started.userId === asked.userId &&
  started.chatId === asked.chatId &&
  JSON.stringify([started.settings, started.plan]) === JSON.stringify([asked.settings, asked.plan]) &&
  // The oldest studies do not say which values they were given.
  (started.fixed === undefined ||
    JSON.stringify(valuesOf(started.fixed)) === JSON.stringify(valuesOf(asked.fixed)));

/** Decides a command: repetitions are accepted again; a study that ended or was erased stays so. */
export const decideStudy = (command: StudyCommand, study: Study): StudyEvent[] | Refusal => {
  switch (command.type) {
    case 'StartStudy':
      if (study.status === 'unknown') return [{ type: 'StudyStarted', data: command.data }];
      if (study.status === 'erased') return refuse('COMMAND_ID_REUSED');
      return isSameStudy(study.started, command.data) ? [] : refuse('COMMAND_ID_REUSED');
    case 'ProposePoints':
      // Another attempt may have proposed them already: the first list of a round stays.
      return study.status === 'running' && command.data.round === study.progress.lists.length + 1
        ? [{ type: 'StudyPointsProposed', data: command.data }]
        : [];
    case 'AddPoints': {
      if (study.status !== 'running') return [];
      // A batch that overlaps comes from an attempt that was given up: another one computes the rest of it.
      const { computations, part } = command.data;
      const computed = computedOf(study);
      const isNext = (number: number) =>
        !computed.has(number) && partOf(study, number) === (part ? part.from : 0);
      return computations.every(isNext) ? [{ type: 'StudyPointsComputed', data: command.data }] : [];
    }
    case 'EndStudy':
      if (study.status === 'unknown') return refuse('STUDY_NOT_FOUND');
      if (study.status !== 'running') return [];
      return [{ type: 'StudyEnded', data: command.data }];
    case 'EraseStudy':
      if (study.status === 'unknown') return refuse('STUDY_NOT_FOUND');
      return study.status === 'erased' ? [] : [{ type: 'StudyErased', data: command.data }];
  }
};

/** One aggregate per study. */
export const studyAggregate = {
  ...backtestEvents.study,
  stateVersion: 3,
  initial: unknownStudy,
  evolve: evolveStudy,
  decide: decideStudy,
} as const;
