// The three panes around the main panel: their limits, their sizes, and where these are kept.
import { useEffect, useMemo, useState } from 'react';
import { draggedTo, type PaneLimits, type PaneSize, paneOf, steppedBy } from '../../../lib/pane-size.ts';

const KEY = 'tradeium-workspace-panes';
/** Sizes are kept this long after the last change. */
const KEPT_AFTER_MS = 100;
/** Below this there is no room for three panes at their default shares: the list takes its most, the chat waits closed. */
const ROOMY_PX = 1_200;

/** The settings leave the main panel above them 30 percent at least. */
export const PANES = {
  chat: { defaultPercent: 32, minPercent: 15, maxPercent: 35, collapsedPercent: 0 },
  list: { defaultPercent: 18, minPercent: 15, maxPercent: 25, collapsedPercent: 0 },
  settings: { defaultPercent: 30, minPercent: 30, maxPercent: 70, collapsedPercent: 5 },
} as const satisfies Record<string, PaneLimits>;

export type PaneName = keyof typeof PANES;
type Sizes = Readonly<Record<PaneName, PaneSize>>;

const readKept = (): Partial<Record<PaneName, unknown>> => {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? 'null') as Record<PaneName, unknown> | null) ?? {};
  } catch {
    return {};
  }
};

type Shown = { readonly runnableKey: string | null; readonly showsResult: boolean };

/** The settings open automatically once there is something to run, be it from the start, and are folded for a result. */
const initialSizes = ({ runnableKey, showsResult }: Shown): Sizes => {
  const kept = readKept();
  const isRoomy = window.innerWidth >= ROOMY_PX;
  const list = isRoomy ? PANES.list : { ...PANES.list, defaultPercent: PANES.list.maxPercent };
  const settings = paneOf(kept.settings, PANES.settings, false);
  return {
    chat: paneOf(kept.chat, PANES.chat, isRoomy),
    list: paneOf(kept.list, list, true),
    settings: { ...settings, isOpen: runnableKey !== null || (settings.isOpen && !showsResult) },
  };
};

const useKept = (sizes: Sizes) =>
  useEffect(() => {
    let isKept = false;
    const keep = () => {
      if (isKept) return;
      isKept = true;
      try {
        localStorage.setItem(KEY, JSON.stringify(sizes));
      } catch {
        console.warn('the layout could not be kept');
      }
    };
    const timer = setTimeout(keep, KEPT_AFTER_MS);
    // A page that closes at once gets no later chance.
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [sizes]);

/** The actions on a pane. */
export type PaneActions = {
  readonly open: () => void;
  readonly close: () => void;
  readonly toggle: () => void;
  readonly reset: () => void;
  readonly drag: (percent: number) => void;
  readonly step: (stepPercent: number) => void;
};

/** The sizes, and for each pane its actions, which stay the same. */
export const usePanes = (shown: Shown) => {
  const [sizes, setSizes] = useState(() => initialSizes(shown));
  useKept(sizes);
  const actions = useMemo(() => {
    const actionsOf = (name: PaneName): PaneActions => {
      const change = (changed: (pane: PaneSize) => PaneSize) => () =>
        setSizes((all) => {
          const pane = changed(all[name]);
          return pane === all[name] ? all : { ...all, [name]: pane };
        });
      return {
        open: change((pane) => (pane.isOpen ? pane : { ...pane, isOpen: true })),
        close: change((pane) => (pane.isOpen ? { ...pane, isOpen: false } : pane)),
        toggle: change((pane) => ({ ...pane, isOpen: !pane.isOpen })),
        reset: change(() => ({ percent: PANES[name].defaultPercent, isOpen: true })),
        drag: (percent) => change((pane) => draggedTo(pane, percent, PANES[name]))(),
        step: (stepPercent) => change((pane) => steppedBy(pane, stepPercent, PANES[name]))(),
      };
    };
    return { chat: actionsOf('chat'), list: actionsOf('list'), settings: actionsOf('settings') };
  }, []);
  return { sizes, actions };
};
