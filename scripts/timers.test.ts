// When something happens is said by workflows and schedules: each timer of services, gateway and libraries has its reason here.
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/**
 * Why each of these files has a timer. None decides when something happens: that is said by workflows and schedules. A timer
 * here waits for an answer, keeps something alive, spaces out what happens anyway, or ends what takes too long.
 */
const TIMERS: Readonly<Record<string, string>> = {
  'gateway/src/access-token.ts': 'checks whether the token of a long request is still valid',
  'gateway/src/account-updates.ts': 'how long a subscription may take',
  'gateway/src/counts.ts': 'publishes changed counts together and held ones again, and forgets the old',
  'gateway/src/event-stream.ts': 'keeps streams alive, and ends one that is not flushed in time',
  'gateway/src/execute.ts': 'the pause before a service that is down, or a run, is asked again',
  'gateway/src/mcp-server.ts': 'shows a client that its call goes on',
  'gateway/src/server.ts':
    'ends idle connections while the server closes, and the others when it takes too long',
  'gateway/src/turns.ts': 'keeps attempts at accounts apart',
  'libs/event-store/src/connection-watch.ts':
    'how long to wait for the connection, and the pause before a request is repeated',
  'libs/event-store/src/database.ts': 'the time for an answer of the database',
  'libs/event-store/src/execute.ts': 'the pause before a commit is tried again',
  'libs/event-store/src/lease-holding.ts': 'keeps a lease, or ends the turn when it cannot be renewed',
  'libs/event-store/src/lease.ts': 'the pause before a lease is looked at again',
  'libs/event-store/src/pause.ts': 'the pause that the others make',
  'libs/event-store/src/projected-events.ts': 'the pause before events are waited for, or handed over, again',
  'libs/event-store/src/projection-batch.ts': 'the pause before a batch is applied again',
  'libs/event-store/src/projection-care.ts':
    'looks at the checkpoint, and lets readers leave a collection before it is dropped',
  'libs/event-store/src/projection-notices.ts':
    'announces how far a projection has come, once a second at most',
  'libs/event-store/src/projection-rest.ts': 'a rest under load, so that commands go first',
  'libs/event-store/src/projection-runner.ts': 'the pause before a projection tries again',
  'libs/event-store/src/projection-wait.ts': 'the pause before a stream is asked again',
  'libs/event-store/src/reaction-handling.ts':
    'the time for handling an event, and the pause before it is tried again',
  'libs/event-store/src/reaction-parking.ts': 'looks for parked events that are due for a retry',
  'libs/event-store/src/reaction-state.ts': 'keeps writes of the state apart',
  'libs/event-store/src/reaction-work.ts':
    'the pause before reading again, how long a start must last, and the time for the last write',
  'libs/event-store/src/reaction.ts': 'the pause before a reaction starts again',
  'libs/event-store/src/read-messages.ts':
    'the pause before an unknown server is asked again, and a turn for what has arrived',
  'libs/event-store/src/waiters.ts': 'the time that a query waits',
  'libs/service-kit/src/blobs/blobs-on-s3.ts':
    'the pause before a file is uploaded again that was just swept',
  'libs/service-kit/src/blobs/s3-bucket.ts': 'the pause before a request to the object store is repeated',
  'libs/service-kit/src/capabilities.ts': 'the time for the answer of a check',
  'libs/service-kit/src/credit-hold.ts': 'the pause before the ledger is asked again',
  'libs/service-kit/src/exchange-patience.ts': 'the pause that an exchange asks for',
  'libs/service-kit/src/lifetime.ts': 'ends a process that does not stop in time',
  'libs/service-kit/src/patiently.ts': 'the pause before a server is tried again',
  'libs/service-kit/src/start-process.ts': 'looks again for capabilities that do not work yet',
  'libs/service-kit/src/streams/pace.ts': 'the slices in which many streams go on',
  'libs/service-kit/src/streams/stream-host.ts':
    'keeps streams alive, and an ended one for a reader that returns',
  'libs/service-kit/src/streams/stream-reader.ts': 'says that the reader lives, and ends a silent stream',
  'libs/service-kit/src/streams/stream-writer.ts':
    'how long a stream waits for its reader, and work may take to begin',
  'libs/service-kit/src/temporal-worker.ts': 'the pause before the worker starts again',
  'libs/service-kit/src/while-beating.ts': 'says that an activity lives',
  'libs/testing/src/service-process.ts': 'the time for a process under test to be ready',
  'services/admin/src/administration-updates.ts': 'announces changes once a second at most',
  'services/admin/src/system/look.ts': 'how long a part of the system may take to answer',
  'services/agent/src/activities/delete-conversations.ts': 'waits for a stopped reply to end',
  'services/agent/src/api/call-tool.ts': 'the pause before a service is asked again',
  'services/agent/src/api/watch-reply.ts': 'looks again for the end of a reply that another process writes',
  'services/agent/src/model/open-stream.ts': 'the time for a first chunk, and the pause before asking again',
  'services/agent/src/model/read-chunks.ts': 'how long the end of an answer may take to come',
  'services/agent/src/model/stream-replies.ts': 'the time for the next chunk',
  'services/agent/src/replies/end-reply.ts': 'the pause before the end of a reply is written again',
  'services/agent/src/replies/replies.ts': 'keeps drafts, ends a reply without end, forgets ended ones',
  'services/agent/src/replies/send-message.ts':
    'lets a model be asked first, and looks again for the reply of the same request',
  'services/agent/src/replies/starts.ts': 'how long a message waits for its turn',
  'services/auth/src/api/even-timing.ts': 'answers on the tick, so that their time says nothing',
  'services/backtest/src/api/watch-run.ts': 'looks again where no progress comes',
  'services/backtest/src/progress-board.ts': 'the time that a request waits for progress',
  'services/credits-ledger/src/api/create-invoice.ts': 'looks again for the invoice that a reaction orders',
  'services/credits-ledger/src/audit/verify-ledger.ts':
    'the time for a stream to go on, and for the ledger to settle, and turns for what others ask',
  'services/credits-ledger/src/provider/provider-request.ts': 'the pause before the provider is asked again',
  'services/trading/src/exchange/find-order.ts': 'the pause before a fill is requested again',
  'services/trading/src/exchange/rate-budget.ts': "the exchange's limit of requests",
  'services/trading/src/exchange/trading-processes.ts':
    'says that this process lives, so that the limit is shared',
  'services/trading/src/notices/post-webhook.ts':
    'how long an answer may take; the same time for every failure on this machine',
  'services/trading/src/rebalances/look-up-order.ts': 'the pause before an order is looked up again',
  'services/trading/src/rebalances/order-reports.ts': 'the time that an outcome waits for prices of fees',
  'services/trading/src/rebalances/send-order.ts':
    'the time that a refusal waits for the count of open orders',
  'services/trading/src/rebalances/target-weights.ts': 'the pause before weights are requested again',
  'services/trading/src/rebalances/while-sending.ts': 'the pause before a stop is looked for again',
};

/** The decisions that timers take all the same, and why no schedule can. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'libs/service-kit/src/blobs/blob-cache.ts':
    'sweeps the cache of its own machine every six hours: a schedule runs on any machine, and not on each',
};

const TIMER = /\b(setTimeout|setInterval|setImmediate)\b|\bpRetry\(|import \{[^}]*\bpause\b[^}]*\} from/;
const IS_CODE = /^(services\/[a-z-]+|gateway|libs\/[a-z-]+)\/src\/(?!workflows\/)/;
const IS_TEST = /\.test\.ts$|-under-test\.ts$/;

test('time is kept by workflows and schedules; timers only wait for something', () => {
  const code = sourceFiles().filter(({ path }) => IS_CODE.test(path) && !IS_TEST.test(path));
  const timed = code.filter(({ text }) => TIMER.test(text)).map(({ path }) => path);
  expect(timed.sort()).toEqual(Object.keys({ ...TIMERS, ...EXCEPTIONS }).sort());
});
