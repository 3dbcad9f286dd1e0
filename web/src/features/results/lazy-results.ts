// The large parts of results: loaded when they are first shown, or foreseen.
import { lazyNamed } from '../../lib/lazy-named.ts';

export const ResultView = lazyNamed(() => import('./result-view.tsx'), 'ResultView');
export const FolderCharts = lazyNamed(() => import('./charts/folder-charts.tsx'), 'FolderCharts');
export const ComparisonView = lazyNamed(() => import('./compare/comparison-view.tsx'), 'ComparisonView');
export const CompareChart = lazyNamed(() => import('./compare/compare-chart.tsx'), 'CompareChart');
