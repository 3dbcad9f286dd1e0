// The way to a study from the settings of a run: the button that plans one.
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useCommand } from '../../lib/commands/use-command.ts';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import type { StudySource } from './form/use-study-form.ts';

const StudyDialog = lazyNamed(() => import('./form/study-dialog.tsx'), 'StudyDialog');

type StudyControlsProps = {
  /** Null while there is no strategy to study. */
  source: StudySource | null;
  onOpen: (studyId: string) => void;
};

/** Stands next to the button that runs a single backtest. */
export const StudyControls = ({ source, onOpen }: StudyControlsProps) => {
  const [studied, setStudied] = useState<StudySource | null>(null);
  const plan = source && (() => setStudied(source));
  useCommand(plan && { name: 'Study parameters', also: 'optimize sweep grid walk-forward', run: plan });
  return (
    <>
      <Button
        size="sm"
        px="xs"
        variant="default"
        aria-label="Study parameters"
        title="Runs the strategy with many values of its parameters"
        disabled={plan === null}
        onPointerEnter={() => void StudyDialog.preload().catch(() => undefined)}
        onClick={() => plan?.()}
      >
        Study
      </Button>
      {studied ? (
        <Suspense>
          <StudyDialog
            source={studied}
            onClose={() => setStudied(null)}
            onStarted={(studyId) => {
              setStudied(null);
              onOpen(studyId);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
};
