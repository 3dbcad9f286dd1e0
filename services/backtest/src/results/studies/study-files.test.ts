// Points that are stored read as points of today.
import { expect, test } from 'vitest';
import type { PointScore } from './score-points.ts';
import { statisticsOf } from './study-files.ts';

const COMMON = { final_value: 11_000, sharpe_ratio: null } as PointScore['statistics'];
const readAs = (stored: object) => statisticsOf({ statistics: { ...COMMON, ...stored } });

test('early points have no figures of their policy, or one under its early name', () => {
  expect(readAs({})).toEqual({ ...COMMON, cost_per_year: null, policy_tracking_error: null });
  const today = { cost_per_year: 0.01, policy_tracking_error: 0.2 };
  expect(readAs({ cost_per_year: 0.01, tracking_error: 0.2 })).toEqual({ ...COMMON, ...today });
  expect(readAs(today)).toEqual({ ...COMMON, ...today });
});
