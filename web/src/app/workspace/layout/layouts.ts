// The two layouts of the workspace, each loaded when it is first shown or foreseen.
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { NARROW } from '../../../lib/use-basic-mode.ts';

export const PanesLayout = lazyNamed(() => import('./panes-layout.tsx'), 'PanesLayout');
export const StackLayout = lazyNamed(() => import('./stack-layout.tsx'), 'StackLayout');

/** Loads the layout that a window of this width shows. */
export const preloadLayout = (): Promise<unknown> =>
  (window.matchMedia(NARROW).matches ? StackLayout : PanesLayout).preload();
