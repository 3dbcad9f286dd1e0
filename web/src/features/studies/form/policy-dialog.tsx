// The dialog that starts a ready-made study of rebalance policies: calendars, drift bands and their ends, for one result.
import { Alert, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { policyDraftOf } from './draft.ts';
import { PolicyAxes } from './more-axes.tsx';
import { StartStudy, stay } from './start-study.tsx';
import classes from './study-form.module.css';
import { type StudySource, useStudyForm } from './use-study-form.ts';

type PolicyDialogProps = {
  /** Code, parameters and settings of the result. */
  source: StudySource;
  /** The difference of its code from that of the result; null where there is none. */
  codeNote: string | null;
  onStarted: (studyId: string) => void;
  onClose: () => void;
};

export const PolicyDialog = ({ source, codeNote, onStarted, onClose }: PolicyDialogProps) => {
  const form = useStudyForm(source, onStarted, policyDraftOf);
  const isNarrow = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false }) ?? false;
  return (
    <Dialog opened onClose={onClose} title="Rebalance policies" size="lg" fullScreen={isNarrow}>
      <form onSubmit={stay} noValidate>
        <Text size="sm">
          How often, and beyond what drift, is it best to rebalance? The study trades the same decisions of{' '}
          <bdi>{source.filename}</bdi> by each combination below, with the parameters, coins, period, fees and
          slippage of this result. It shows return, cost, and how far each policy strays from trading at every
          bar.
        </Text>
        {codeNote === null ? null : (
          <Alert color="yellow" mt="sm" role="status">
            {codeNote}
          </Alert>
        )}
        <div className={`${classes.group} ${classes.grid}`}>
          <PolicyAxes draft={form.draft} problems={form.problems} onChange={form.change} />
        </div>
        <StartStudy form={form} availableVut={source.availableVut} onClose={onClose} />
      </form>
    </Dialog>
  );
};
