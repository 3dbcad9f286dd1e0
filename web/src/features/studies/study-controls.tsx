// The way to studies from the settings of a run: a button that plans one, and a link to those of the chat.
import { Button } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useCommand } from '../../lib/commands/use-command.ts';
import { counted } from '../../lib/format.ts';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { useListStudiesQuery } from './api.ts';
import type { StudySource } from './form/use-study-form.ts';
import classes from './study-controls.module.css';

const StudyDialog = lazyNamed(() => import('./form/study-dialog.tsx'), 'StudyDialog');

type StudyControlsProps = {
  chatId: string;
  /** Null while there is no strategy to study. */
  source: StudySource | null;
  onOpen: (studyId: string) => void;
  onShowAll: () => void;
};

/** Stands below the button that runs a single backtest. */
export const StudyControls = ({ chatId, source, onOpen, onShowAll }: StudyControlsProps) => {
  const [studied, setStudied] = useState<StudySource | null>(null);
  const { currentData } = useListStudiesQuery({ backtest_id: chatId });
  const count = currentData?.studies.length ?? 0;
  const plan = source && (() => setStudied(source));
  useCommand(plan && { name: 'Study parameters', also: 'optimize sweep grid walk-forward', run: plan });
  return (
    <div className={classes.bar}>
      <Button
        size="xs"
        variant="default"
        fullWidth
        leftSection={<IconGridDots size={14} aria-hidden />}
        disabled={plan === null}
        onPointerEnter={() => void StudyDialog.preload().catch(() => undefined)}
        onClick={() => plan?.()}
      >
        Study parameters
      </Button>
      {count === 0 ? null : (
        <Button size="compact-xs" variant="subtle" onClick={onShowAll}>
          {counted(count, 'study', 'studies')} of this chat
        </Button>
      )}
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
    </div>
  );
};
