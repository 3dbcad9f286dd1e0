// How the lines of a metric are told apart: by colour and by dashes.
import { chartColors } from '../../../lib/charts/chart-colors.ts';

type Look = { readonly color: string; readonly dash: 'solid' | 'dash' | 'dot'; readonly dashArray?: string };

/** In the order of a metric's lines. */
export const lineLooks = (scheme: 'dark' | 'light'): readonly Look[] => {
  const { portfolio, benchmark, basket } = chartColors(scheme);
  return [
    { color: portfolio, dash: 'solid' },
    { color: benchmark, dash: 'dash', dashArray: '6 4' },
    { color: basket, dash: 'dot', dashArray: '2 3' },
  ];
};
