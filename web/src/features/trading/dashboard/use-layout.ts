// The user's layout of the dashboard, kept in the browser.
import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Layout } from 'react-grid-layout/core';
import { keptLayout, layoutToKeep, USUAL_LAYOUT } from './dashboard-layout.ts';

const KEY = 'tradeium-trading-layout';

/** `change` takes what the grid or a key made of it; `reset` is absent while it is the usual one. */
export const useLayout = () => {
  const [kept, keep, forget] = useLocalStorage<unknown>({
    key: KEY,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const layout = useMemo(() => keptLayout(kept), [kept]);
  const usual = JSON.stringify(layoutToKeep(USUAL_LAYOUT));
  return {
    layout,
    change: (next: Layout) => {
      const text = JSON.stringify(layoutToKeep(next));
      if (text !== JSON.stringify(layoutToKeep(layout))) keep(JSON.parse(text));
    },
    reset: JSON.stringify(layoutToKeep(layout)) === usual ? null : forget,
  };
};
