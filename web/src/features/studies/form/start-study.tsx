// The end of each form that starts a study: its points, its maximum price, and the press that starts it.
import { Button } from '@mantine/core';
import { type FormEvent, useId } from 'react';
import { Link } from 'wouter';
import { counted, creditsLeft, creditsUsed } from '../../../lib/format.ts';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import classes from './study-form.module.css';
import type { StudyForm } from './use-study-form.ts';

/** The Enter key of a field spends nothing. */
export const stay = (event: FormEvent) => event.preventDefault();

/** Points and maximum price, or why it cannot start. */
const Price = ({ form, availableVut, id }: { form: StudyForm; availableVut: number | null; id: string }) => {
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

type StartStudyProps = { form: StudyForm; availableVut: number | null; onClose: () => void };

export const StartStudy = ({ form, availableVut, onClose }: StartStudyProps) => {
  const priceId = useId();
  return (
    <DialogActions problem={form.startFailure}>
      <Price form={form} availableVut={availableVut} id={priceId} />
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
  );
};
