// The points of a study as CSV and Parquet: all of them, exact, and safe to open.
import { messageOf, refuse, type Study, type StudyPoint } from '@tradeium/contracts';
import { answer, handler } from '@tradeium/service-kit';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Edge, startEdge, userNamed } from '../../tests/edge-under-test.ts';

const STATISTICS = {
  final_value: 10_000.1,
  total_return: -0.1 - 0.2,
  cagr: null,
  volatility: 0.3,
  sharpe_ratio: 1 / 3,
  sortino_ratio: 5e-324,
  calmar_ratio: 1.7976931348623157e308,
  max_drawdown: -0.25,
  turnover_per_year: 12,
  rebalances: 40,
  fees_paid: 0,
  time_in_market: 1,
  cost_per_year: 0.01,
  policy_tracking_error: null,
};

const pointOf = (index: number): StudyPoint => ({
  index,
  parameters: { lookback: 10 * index, mode: index === 1 ? '=1+1' : 'plain', isLong: index !== 2 },
  settings: { fees: index === 2 ? 0.002 : 0, portfolio: ['BTC', 'ETH'] },
  ...(index === 1
    ? { error: '-2 is not, "so it says", in the\nlist', statistics: null, deflated_sharpe_ratio: null }
    : { error: null, statistics: STATISTICS, deflated_sharpe_ratio: 0.1 + 0.2 }),
});
const POINTS = [0, 1, 2].map(pointOf);

const STUDY: Study = {
  study_id: 'study-1',
  backtest_id: 'chat',
  strategy_filename: 'strategy_a.py',
  status: 'completed',
  method: 'random',
  goal: null,
  axes: [
    { kind: 'parameter', name: 'lookback', values: [0, 10, 20] },
    { kind: 'setting', name: 'fees', values: [0, 0.002] },
    { kind: 'setting', name: 'portfolio', values: [['BTC', 'ETH']] },
  ],
  settings: {
    portfolio: ['BTC'],
    timeframe: '24h',
    fees: 0,
    start_date: '2024-01-01',
    end_date: '2024-12-31',
  },
  points_total: 3,
  done: 3,
  started_at: '2026-01-02T03:04:05.678Z',
  ended_at: '2026-01-02T03:04:15.678Z',
  cost_vut: 2.5,
  reason: null,
  points: [],
  next_after: null,
  trials: 3,
  probability_of_overfitting: null,
  doubt: null,
  walk_forward: null,
};

const slow = Promise.withResolvers<void>();

const limits: (number | undefined)[] = [];

/** Two points a page. */
const readStudy = handler(messageOf('readStudy'), async ({ study_id, after = -1, limit }) => {
  limits.push(limit);
  if (study_id === 'study-0') return answer(STUDY);
  if (study_id === 'study-slow' && limit === 1) return answer(STUDY);
  if (study_id === 'study-slow') await slow.promise;
  if (study_id === 'study-growing') return answer({ ...STUDY, trials: limits.length });
  if (study_id !== 'study-1') return refuse('STUDY_NOT_FOUND');
  const later = POINTS.filter(({ index }) => index > after);
  return answer({ ...STUDY, points: later.slice(0, 2), next_after: later.length > 2 ? after + 2 : null });
});

let edge: Edge;
let cookie: string;
beforeAll(async () => {
  edge = await startEdge([readStudy]);
  cookie = edge.signIn(userNamed('ada'));
});
afterAll(() => edge.close());

const download = (path: string, headers = {}) => edge.send(`/api/studies/${path}`, { cookie, headers });

/** The row of a point in a file, by the names of its columns. */
const rowOf = ({ index, parameters, settings, error, statistics, deflated_sharpe_ratio }: StudyPoint) => ({
  index,
  'parameters.lookback': parameters.lookback,
  'parameters.mode': parameters.mode,
  'parameters.isLong': parameters.isLong,
  'settings.fees': settings.fees,
  error,
  ...Object.fromEntries(
    Object.keys(STATISTICS).map((name) => [name, statistics?.[name as keyof typeof STATISTICS] ?? null]),
  ),
  deflated_sharpe_ratio,
  // Drawn points have the nearest as neighbours, one of which failed.
  plateau_score_of_max_drawdown: error === null ? -0.25 : null,
});

test('as CSV every page is in the file, numbers exact and words no formulas', async () => {
  const response = await download('study-1/points.csv?metric=max_drawdown');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="tradeium-study-study-1.csv"',
  );
  const text = await response.text();
  const [head = '', first = ''] = text.split('\n');
  expect(head.split(',')).toEqual(Object.keys(rowOf(pointOf(0))));
  const cells = first.split(',');
  expect(cells.map((cell) => (/^-?\d/.test(cell) ? Number(cell) : cell))).toEqual(
    Object.values(rowOf(pointOf(0))).map((value) =>
      value === null ? '' : typeof value === 'boolean' ? String(value) : value,
    ),
  );
  expect(text).toContain(`\n1,10,'=1+1,true,0,"'-2 is not, ""so it says"", in the\nlist",,`);
});

test('as Parquet the file has types, and each value as it is', async () => {
  const response = await download('study-1/points.parquet?metric=max_drawdown');
  const rows = await parquetReadObjects({ file: await response.arrayBuffer() });
  expect(rows).toEqual(POINTS.map(rowOf));
});

test('a study without points is a table without rows', async () => {
  expect((await (await download('study-0/points.csv')).text()).split('\n')).toHaveLength(2);
  const file = await (await download('study-0/points.parquet')).arrayBuffer();
  expect(await parquetReadObjects({ file })).toEqual([]);
});

test('a client that has the file gets no second copy, for a look at one point', async () => {
  const etag = (await download('study-1/points.csv')).headers.get('etag') ?? '';
  limits.length = 0;
  const again = await download('study-1/points.csv', { 'if-none-match': etag });
  expect([again.status, await again.text(), limits]).toEqual([304, '', [1]]);
  for (const other of ['study-1/points.parquet', 'study-1/points.csv?metric=cagr', 'study-0/points.csv'])
    expect((await download(other, { 'if-none-match': etag })).status).toBe(200);
});

test('a file of fewer points or trials is fetched again, and no refusal has its tag', async () => {
  const etag = (await download('study-growing/points.csv')).headers.get('etag') ?? '';
  expect((await download('study-growing/points.csv', { 'if-none-match': etag })).status).toBe(200);
  const refused = await download('study-2/points.csv', { 'if-none-match': etag });
  expect([refused.status, refused.headers.get('etag')]).toEqual([404, null]);
});

test('a user has two exports at a time', async () => {
  const first = Promise.all(['csv', 'parquet'].map((format) => download(`study-slow/points.${format}`)));
  await expect.poll(() => edge.parts.places.open('exportStudy', userNamed('ada').id)).toBe(2);
  expect((await download('study-1/points.csv')).status).toBe(429);
  const other = await edge.send('/api/studies/study-1/points.csv', { cookie: edge.signIn(userNamed('eve')) });
  expect(other.status).toBe(200);
  slow.resolve();
  expect((await first).map(({ status }) => status)).toEqual([404, 404]);
  expect((await download('study-1/points.csv')).status).toBe(200);
});

test('unknown studies, formats and figures are refused', async () => {
  expect((await download('study-2/points.csv')).status).toBe(404);
  expect((await download('study-1/points.xls')).status).toBe(400);
  expect((await download('study-1/points.csv?metric=luck')).status).toBe(400);
});
