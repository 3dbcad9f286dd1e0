// Charts, which weigh more than all else: loaded when they are first shown, or foreseen.
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';

export const FolderCharts = lazyNamed(() => import('./folder-charts.tsx'), 'FolderCharts');
export const CompareChart = lazyNamed(() => import('../compare/compare-chart.tsx'), 'CompareChart');
