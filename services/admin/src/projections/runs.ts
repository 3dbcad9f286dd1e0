// Every backtest: its settings, how it ended and why. The words of its user leave it with the account.
import { backtestEvents, type RefusalData, type RunEvent } from '@tradeium/contracts';
import type { Change, Projection, StoredEvent } from '@tradeium/event-store';
import { Schema } from 'mongoose';
import { readsOf } from '../domain/reads.ts';

export type RunDocument = {
  /** Its id, as searches find it. */
  runId: string;
  userId: string;
  chatId: string;
  /** The strategy file's name; '' once the account is erased. */
  strategy: string;
  status: 'running' | 'completed' | 'failed' | 'erased';
  startedAt: string;
  endedAt: string | null;
  coins: string[];
  timeframe: string;
  from: string;
  to: string;
  /** 10⁻⁶ VUT; null unless completed. */
  charged: number | null;
  /** Why it was impossible, by a code of the catalogue of that day. */
  refusal: { code: string; data: RefusalData } | null;
  /** The strategy's fault; null once the account is erased. */
  strategyError: string | null;
  line: number | null;
};

const schema = new Schema<RunDocument>(
  {
    runId: String,
    userId: String,
    chatId: String,
    strategy: String,
    status: String,
    startedAt: String,
    endedAt: String,
    coins: [String],
    timeframe: String,
    from: String,
    to: String,
    charged: Number,
    refusal: Schema.Types.Mixed,
    strategyError: String,
    line: Number,
  },
  { minimize: false },
);
schema.index({ startedAt: -1, _id: -1 });
schema.index({ status: 1, startedAt: -1, _id: -1 });
schema.index({ userId: 1, startedAt: -1, _id: -1 });
schema.index({ userId: 1, status: 1, startedAt: -1, _id: -1 });
schema.index({ runId: 1, _id: 1 });

const ERROR_MAX = 1_000;

const changed = (runId: string, part: Partial<RunDocument>): Change<RunDocument>[] => [
  { id: runId, apply: (run) => run && { ...run, ...part } },
];

const begun = (data: Extract<RunEvent, { type: 'RunStarted' }>['data'], startedAt: string): RunDocument => ({
  runId: data.runId,
  userId: data.userId,
  chatId: data.chatId,
  strategy: data.strategyFilename,
  status: 'running',
  startedAt,
  endedAt: null,
  coins: data.settings.portfolio,
  timeframe: data.settings.timeframe,
  from: data.settings.start_date,
  to: data.settings.end_date,
  charged: null,
  refusal: null,
  strategyError: null,
  line: null,
});

const changes = ({ event: { type, data }, meta }: StoredEvent<RunEvent>): Change<RunDocument>[] => {
  switch (type) {
    case 'RunStarted':
      return [{ id: data.runId, apply: () => begun(data, meta.at) }];
    case 'RunCompleted':
      return changed(data.runId, { status: 'completed', endedAt: meta.at, charged: data.charged });
    case 'RunFailed': {
      const { refusal, strategyError, line } = data;
      return changed(data.runId, {
        status: 'failed',
        endedAt: meta.at,
        refusal: refusal && { code: refusal.refused, data: refusal.data ?? {} },
        strategyError: strategyError?.slice(0, ERROR_MAX).toWellFormed() ?? null,
        line,
      });
    }
    // Each run of a deleted account is erased by its own event.
    case 'RunErased':
      return changed(data.runId, { status: 'erased', strategy: '', strategyError: null, refusal: null });
  }
};

export const runsProjection: Projection<RunEvent, RunDocument> = {
  name: 'runs',
  version: 2,
  reads: readsOf(backtestEvents.run),
  schema,
  changes,
};
