// The user's layout of a dashboard, kept in the browser.
import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { Layout } from 'react-grid-layout/core';
import { keptLayout, layoutToKeep } from './dashboard-layout.ts';

/**
 * Kept in the browser's storage under `key`; `usualLayout` must stay the same. `change` takes what the grid or a key made
 * of it; `reset` is absent while it is the usual one.
 */
export const useLayout = (key: string, usualLayout: Layout) => {
  const [kept, keep, forget] = useLocalStorage<unknown>({
    key,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const layout = useMemo(() => keptLayout(kept, usualLayout), [kept, usualLayout]);
  const usual = JSON.stringify(layoutToKeep(usualLayout));
  return {
    layout,
    change: (next: Layout) => {
      const text = JSON.stringify(layoutToKeep(next));
      if (text !== JSON.stringify(layoutToKeep(layout))) keep(JSON.parse(text));
    },
    reset: JSON.stringify(layoutToKeep(layout)) === usual ? null : forget,
  };
};
