// The dialog that starts a study: what varies, how points are taken, and what it costs at most.
import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import type { AxisDraft, draftOf } from './draft.ts';
import { MethodFields, WindowFields } from './method-fields.tsx';
import { MoreAxes } from './more-axes.tsx';
import { NoParameters } from './no-parameters.tsx';
import { ParameterAxis } from './parameter-axis.tsx';
import { axisField } from './plan.ts';
import { StartStudy, stay } from './start-study.tsx';
import classes from './study-form.module.css';
import { type StudyForm, type StudySource, useStudyForm } from './use-study-form.ts';

const ParameterAxes = ({ source, form }: { source: StudySource; form: StudyForm }) => {
  const { axes } = form.draft;
  const change = (name: string, changed: Partial<AxisDraft>) => {
    const before = axes[name];
    if (before) form.change({ axes: { ...axes, [name]: { ...before, ...changed } } });
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Parameters</legend>
      {source.declared.map((parameter) => {
        const { name } = parameter;
        const draft = axes[name];
        return draft ? (
          <ParameterAxis
            key={name}
            parameter={parameter}
            fixed={source.changed[name] ?? parameter.default}
            draft={draft}
            problem={form.problems[axisField(name)]}
            count={form.counts[axisField(name)]}
            onChange={(changed) => change(name, changed)}
          />
        ) : null;
      })}
    </fieldset>
  );
};

type StudyDialogProps = {
  source: StudySource;
  /** The form at first. */
  begin?: typeof draftOf;
  onStarted: (studyId: string) => void;
  onClose: () => void;
};

export const StudyDialog = ({ source, begin, onStarted, onClose }: StudyDialogProps) => {
  const form = useStudyForm(source, onStarted, begin);
  const isNarrow = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false }) ?? false;
  const fields = { draft: form.draft, problems: form.problems, onChange: form.change };
  const hasNone = source.declared.length === 0;
  return (
    <Dialog opened onClose={onClose} title={`Study of ${source.filename}`} size="xl" fullScreen={isNarrow}>
      <form onSubmit={stay} noValidate>
        <Text size="sm" c="dimmed" mb="sm">
          Runs the strategy once for each combination of these values, with the period and the other settings
          of {begin ? 'that study' : 'Backtest Settings'}.
          {source.hasUnsaved ? ' Unsaved changes of the code are not included.' : ''}
        </Text>
        {hasNone ? (
          <NoParameters filename={source.filename} />
        ) : (
          <ParameterAxes source={source} form={form} />
        )}
        <MethodFields {...fields} />
        <WindowFields {...fields} bars={form.bars} />
        <MoreAxes {...fields} startsOpen={hasNone} />
        <StartStudy form={form} availableVut={source.availableVut} onClose={onClose} />
      </form>
    </Dialog>
  );
};
