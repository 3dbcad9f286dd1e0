// Preloads while the workspace is idle: the other layout, and the parts of results.
import { useEffect } from 'react';
import { CompareChart, FolderCharts } from '../../../features/results/charts/lazy-charts.ts';
import { ComparisonView, ResultView } from '../../../features/results/lazy-results.ts';
import { whenIdle } from '../../../lib/loading/when-idle.ts';
import { PanesLayout, StackLayout } from '../layout/layouts.ts';

/**
 * Charts weigh 400 KB: below this they would be in the way of what is requested meanwhile. A browser that has not measured
 * its line yet says about 2, more or less by chance.
 */
const LINE_MIN_MBITS = 1;

/** The network information that some browsers provide. */
type Line = { readonly saveData?: boolean; readonly effectiveType?: string; readonly downlink?: number };

/** True if the connection is fast enough to preload; an unknown one counts as fast. */
export const hasRoom = ({
  saveData = false,
  effectiveType = '4g',
  downlink = LINE_MIN_MBITS,
}: Line): boolean => !saveData && effectiveType === '4g' && downlink >= LINE_MIN_MBITS;

const lineOf = ({ connection }: Navigator & { connection?: Line }): Line => connection ?? {};

/** Offline, nothing is prefetched; what is needed then is requested again. */
const quietly = (loading: Promise<unknown>): Promise<unknown> => loading.catch(() => undefined);

/** By the number of results to look at. Parts loaded by then are drawn at once, without the pause before a fallback goes. */
export const useForesight = (results: number): void => {
  const hasResult = results > 0;
  const canCompare = results > 1;
  // A window that is made narrower offline needs the other layout there.
  useEffect(
    () => whenIdle(() => void quietly(Promise.all([PanesLayout.preload(), StackLayout.preload()]))),
    [],
  );
  useEffect(() => {
    if (!hasResult || !hasRoom(lineOf(navigator))) return undefined;
    const parts = [ResultView, FolderCharts, ...(canCompare ? [ComparisonView, CompareChart] : [])];
    return whenIdle(() => void quietly(Promise.all(parts.map((part) => part.preload()))));
  }, [hasResult, canCompare]);
};
