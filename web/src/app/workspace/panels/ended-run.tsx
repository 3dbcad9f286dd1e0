// The dialog at the end of a run, with the key figures of its result.
import { type ComponentProps, Suspense } from 'react';
import { useAppSelector } from '../../../core/store.ts';
import type { RunOutcomeDialog as Dialog } from '../../../features/backtest-run/run-outcome-dialog.tsx';
import { selectOutcome } from '../../../features/backtest-run/run-slice.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';

const RunOutcomeDialog = lazyNamed(
  () => import('../../../features/backtest-run/run-outcome-dialog.tsx'),
  'RunOutcomeDialog',
);
const KeyFigures = lazyNamed(
  () => import('../../../features/results/overview/key-figures.tsx'),
  'KeyFigures',
);

type EndedRunProps = Pick<ComponentProps<typeof Dialog>, 'onShowResult' | 'onShowStrategy'>;

/** Nothing while no run has ended. */
export const EndedRun = (props: EndedRunProps) => {
  const outcome = useAppSelector(selectOutcome);
  if (!outcome) return null;
  const { chatId, folderName } = outcome;
  const figures =
    folderName === null ? null : <KeyFigures chatId={chatId} folderName={folderName} zoomed={null} />;
  return (
    <Suspense>
      <RunOutcomeDialog {...props} outcome={outcome} figures={figures} />
    </Suspense>
  );
};
