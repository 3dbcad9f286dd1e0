// The button that plans a study of a result's rebalance policies.
import { Button } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useCommand } from '../../../lib/commands/use-command.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { showToast } from '../../../ui/toast.ts';
import type { StudiedResult } from './policy-study-start.tsx';
import classes from './result-actions.module.css';

const PolicyStudyStart = lazyNamed(() => import('./policy-study-start.tsx'), 'PolicyStudyStart');

type PolicyStudyProps = {
  result: StudiedResult;
  /** Why it cannot be studied; null when it can. */
  refusal: string | null;
  onStarted: (studyId: string) => void;
};

export const PolicyStudy = ({ result, refusal, onStarted }: PolicyStudyProps) => {
  const [studied, setStudied] = useState<StudiedResult | null>(null);
  const plan = () => (refusal === null ? setStudied(result) : showToast('error', refusal));
  const command = { name: 'Study rebalance policies', also: 'calendar drift band', run: plan };
  useCommand(refusal === null ? command : null);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconCalendarRepeat size={14} aria-hidden />}
        aria-label="Rebalance policies"
        title={
          refusal ??
          'Compares calendars and drift bands for this result, on cost, policy tracking error and return'
        }
        onPointerEnter={() => void PolicyStudyStart.preload().catch(() => undefined)}
        onClick={plan}
      >
        <span className={classes.wide}>Rebalance policies</span>
        <span className={classes.narrow}>Policies</span>
      </Button>
      <Suspense>
        {studied ? (
          <PolicyStudyStart
            result={studied}
            onStarted={(studyId) => {
              setStudied(null);
              onStarted(studyId);
            }}
            onClose={() => setStudied(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
};
