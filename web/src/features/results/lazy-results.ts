// The views of results: loaded when they are first shown, or foreseen.
import { lazyNamed } from '../../lib/loading/lazy-named.ts';

export const ResultView = lazyNamed(() => import('./result-view.tsx'), 'ResultView');
export const ComparisonView = lazyNamed(() => import('./compare/comparison-view.tsx'), 'ComparisonView');
