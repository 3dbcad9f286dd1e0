// The dialog that starts a study: what varies, how points are taken, and what it costs at most.
import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, useId } from 'react';
import { Link } from 'wouter';
import { counted, creditsLeft, creditsUsed } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import type { AxisDraft } from './draft.ts';
import { MethodFields, WindowFields } from './method-fields.tsx';
import { MoreAxes } from './more-axes.tsx';
import { NoParameters } from './no-parameters.tsx';
import { ParameterAxis } from './parameter-axis.tsx';
import { axisField } from './plan.ts';
import classes from './study-form.module.css';
import { type StudySource, useStudyForm } from './use-study-form.ts';

type Form = ReturnType<typeof useStudyForm>;

const ParameterAxes = ({ source, form }: { source: StudySource; form: Form }) => {
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

/** Points and maximum price, or why it cannot start. */
const Price = ({ form, availableVut, id }: { form: Form; availableVut: number | null; id: string }) => {
  const { price, reason, isTooLarge } = form;
  const isShort = price !== undefined && availableVut !== null && price.cost_at_most_vut > availableVut;
  return (
    <div className={classes.price} id={id} role="status">
      {price ? (
        <>
          <strong>{counted(price.points, 'point', 'points')}</strong>, at most{' '}
          {creditsUsed(price.cost_at_most_vut)} VUT
          <small>
            {availableVut === null ? '' : `You have ${creditsLeft(availableVut)} VUT. `}
            {isShort ? (
              <Link href="/app/credits">Buy credits</Link>
            ) : (
              'Points that fail or are not computed cost nothing.'
            )}
          </small>
        </>
      ) : (
        <>
          {reason}
          {isTooLarge ? (
            <small>Larger steps make fewer points; Random and Quasi-random draw some of them.</small>
          ) : null}
        </>
      )}
    </div>
  );
};

type StudyDialogProps = { source: StudySource; onStarted: (studyId: string) => void; onClose: () => void };

export const StudyDialog = ({ source, onStarted, onClose }: StudyDialogProps) => {
  const form = useStudyForm(source, onStarted);
  const isNarrow = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false }) ?? false;
  const priceId = useId();
  const fields = { draft: form.draft, problems: form.problems, onChange: form.change };
  const hasNone = source.declared.length === 0;
  // The Enter key of a field spends nothing.
  const stay = (event: FormEvent) => event.preventDefault();
  return (
    <Dialog opened onClose={onClose} title={`Study of ${source.filename}`} size="xl" fullScreen={isNarrow}>
      <form onSubmit={stay} noValidate>
        <Text size="sm" c="dimmed" mb="sm">
          Runs the strategy once for each combination of these values, with the period and the other settings
          of Backtest Settings.{source.hasUnsaved ? ' Unsaved changes of the code are not included.' : ''}
        </Text>
        {hasNone ? (
          <NoParameters filename={source.filename} />
        ) : (
          <ParameterAxes source={source} form={form} />
        )}
        <MethodFields {...fields} />
        <WindowFields {...fields} bars={form.bars} />
        <MoreAxes {...fields} startsOpen={hasNone} />
        <DialogActions problem={form.startFailure}>
          <Price form={form} availableVut={source.availableVut} id={priceId} />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="button"
            onClick={() => void form.start()}
            loading={form.isStarting}
            disabled={form.reason !== null}
            aria-describedby={priceId}
          >
            Start study
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
