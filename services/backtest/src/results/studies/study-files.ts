// The files of a study: its list of points, the figures of those that are computed, and its walk-forward test.
import type { StudyPoint, WalkForward } from '@tradeium/contracts';
import type { PolicyFigures } from '@tradeium/portfolio';
import type { UserFiles } from '@tradeium/service-kit';
import { LRUCache } from 'lru-cache';
import type { KnownStudy } from '../../domain/study.ts';
import type { PlannedPoint } from '../../domain/study-points.ts';
import type { PointScore } from './score-points.ts';

/** A computed point: its figures, or how the strategy failed. */
export type ComputedPoint =
  | PointScore
  | { readonly index: number; readonly error: string; readonly line: number | null };

type PointStatistics = NonNullable<StudyPoint['statistics']>;

/** Of a point as it may be stored. */
type StoredStatistics = Omit<PointScore['statistics'], keyof PolicyFigures> & {
  readonly tracking_error?: number | null;
};

/** Early points have no figures of their policy, or one under a name that means another figure in a result. */
export const statisticsOf = ({ statistics }: { readonly statistics: StoredStatistics }): PointStatistics => {
  const { tracking_error: policy_tracking_error = null, ...others } = statistics;
  return { cost_per_year: null, policy_tracking_error, ...others };
};

/** Of files; in memory their content takes a few times as much. */
const REMEMBERED_BYTES = 24 * 1_024 * 1_024;

export type StudyFiles = {
  /** Stores a list of points; answers its digest. */
  putList(userId: string, points: readonly PlannedPoint[]): Promise<string>;
  /** Stores the figures of computed points, or a walk-forward test. */
  put(
    userId: string,
    content: readonly ComputedPoint[] | WalkForward,
  ): Promise<{ digest: string; size: number }>;
  /** The points of a study, in the order of their indexes: the list that it began with, and those that a search proposed. */
  lists(study: KnownStudy): Promise<readonly (readonly PlannedPoint[])[]>;
  /** The same as one list. */
  points(study: KnownStudy): Promise<readonly PlannedPoint[]>;
  /** Those that are computed, in the order of their indexes. */
  computed(study: KnownStudy): Promise<readonly ComputedPoint[]>;
  /** The walk-forward test of a study that has ended; null without one. */
  walkForward(study: KnownStudy): Promise<WalkForward | null>;
};

/** Opens the files of studies; what was read stays in memory for the next page. */
export const openStudyFiles = (files: UserFiles): StudyFiles => {
  // Digests are of sealed files, so each is of one user's.
  const read = new LRUCache<string, NonNullable<unknown>>({ maxSize: REMEMBERED_BYTES });
  const contentOf = async (userId: string, digest: string): Promise<NonNullable<unknown>> => {
    const known = read.get(digest);
    if (known) return known;
    const bytes = await files.get(userId, digest);
    const content = JSON.parse(bytes.toString('utf8'));
    read.set(digest, content, { size: bytes.length });
    return content;
  };
  const put = async (userId: string, content: object) => {
    const bytes = Buffer.from(JSON.stringify(content));
    return { digest: await files.put(userId, bytes), size: bytes.length };
  };
  const lists = ({ started, progress }: KnownStudy) =>
    Promise.all(
      [started.list, ...progress.lists].map(
        async (list) => (await contentOf(started.userId, list)) as readonly PlannedPoint[],
      ),
    );
  return {
    putList: async (userId, points) => (await put(userId, points)).digest,
    put,
    lists,
    points: async (study) => (await lists(study)).flat(),
    computed: async ({ started, progress }) => {
      const parts = progress.batches.map(({ file }) => contentOf(started.userId, file));
      const points = (await Promise.all(parts)) as ComputedPoint[][];
      return points.flat().sort((a, b) => a.index - b.index);
    },
    walkForward: async (study) => {
      const digest = study.status === 'ended' ? study.end.walkForward : null;
      return digest === null ? null : ((await contentOf(study.started.userId, digest)) as WalkForward);
    },
  };
};
