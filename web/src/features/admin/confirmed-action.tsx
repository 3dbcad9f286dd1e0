// The dialog of an operator's action: what it does, the reason, and the operator's own proof once the server wants one.
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { isFailure, messageOf } from '../../lib/failure.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { useIntent } from './use-intent.ts';

const REASON_MAX = 500;
const PROOF_CODES: readonly unknown[] = ['CONFIRMATION_REQUIRED', 'CONFIRMATION_WRONG'];

/** The fields of every action in addition to its own. */
export type ActionGiven = {
  readonly reason?: string;
  readonly password?: string;
  readonly code?: string;
  readonly intent: string;
};

export type ConfirmedActionProps = {
  title: string;
  /** A text that says what happens, or the fields of the action. */
  children: ReactNode;
  /** The button, also while the action is under way. */
  action: string;
  busy: string;
  isDanger?: boolean;
  /** `none`: the action has no field for it. */
  reason?: 'required' | 'optional' | 'none';
  /** False while a field of the action is empty. */
  isFilled?: boolean;
  /** Sends it; resolves to what went wrong, if anything, as mutations do. */
  send: (given: ActionGiven) => Promise<{ error?: unknown }>;
  /** The words for what went wrong. */
  problemOf?: (error: unknown) => string;
  onDone: () => void;
  onClose: () => void;
};

type Proof = { readonly by: 'password' | 'code'; readonly wrong: string | null };

/** By what the server wants a proof: its words name it; null for any other failure. */
const proofOf = (error: unknown): Proof | null => {
  if (!isFailure(error) || !PROOF_CODES.includes(error.code)) return null;
  const by = error.message.includes('password') ? 'password' : 'code';
  return { by, wrong: error.code === 'CONFIRMATION_WRONG' ? error.message : null };
};

type ProofFieldProps = { proof: Proof; value: string; onChange: (value: string) => void };

const ProofField = ({ proof, value, onChange }: ProofFieldProps) => {
  const field = {
    value,
    error: proof.wrong,
    autoFocus: true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
  };
  return proof.by === 'password' ? (
    <PasswordField label="Your password" autoComplete="current-password" {...field} />
  ) : (
    <TextInput
      label="Your code"
      description="From your authenticator app, or a recovery code"
      autoComplete="one-time-code"
      spellCheck={false}
      {...field}
    />
  );
};

/** Alert of a form that is not complete. */
const INCOMPLETE = 'Please fill in all fields';

const useAction = (props: ConfirmedActionProps) => {
  const { send, problemOf = (error: unknown) => messageOf(error), onDone } = props;
  const [reason, setReason] = useState('');
  const [proof, setProof] = useState<Proof | null>(null);
  const [proven, setProven] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const intent = useIntent();
  const hasReason = (props.reason ?? 'required') !== 'required' || reason.trim() !== '';
  const isComplete = (props.isFilled ?? true) && hasReason && (proof === null || proven !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!isComplete) return setProblem(INCOMPLETE);
    setProblem(null);
    setBusy(true);
    const { error } = await send({
      intent: intent.current(),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
      ...(proof && { [proof.by]: proven }),
    });
    setBusy(false);
    intent.settle(error);
    if (!error) return onDone();
    const wanted = proofOf(error);
    if (!wanted) return setProblem(problemOf(error));
    setProof(wanted);
    setProven('');
    // A proof that was wrong is said at its field; the first time, the field itself is what is new.
    setProblem(wanted.wrong === null ? messageOf(error) : null);
  };
  /** A form whose button is disabled is not sent by Enter, so nothing would say what is missing. */
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !isComplete)
      setProblem(INCOMPLETE);
  };
  return { reason, setReason, proof, proven, setProven, problem, isBusy, isComplete, submit, enter };
};

/** Stays open, with what was typed, until the action is done or its operator closes it. */
export const ConfirmedAction = (props: ConfirmedActionProps) => {
  const { title, children, action, busy, isDanger = false, onClose } = props;
  const { reason, setReason, proof, proven, setProven, problem, isBusy, isComplete, submit, enter } =
    useAction(props);
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={submit} onKeyDown={enter} noValidate>
        <Stack>
          {children}
          {props.reason === 'none' ? null : (
            <Textarea
              label={props.reason === 'optional' ? 'Reason (optional)' : 'Reason'}
              description="Kept in the audit, and shown to the account's owner"
              maxLength={REASON_MAX}
              rows={2}
              data-autofocus
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          )}
          {proof ? <ProofField proof={proof} value={proven} onChange={setProven} /> : null}
          <DialogActions problem={problem}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              {...(isDanger && { color: 'red' })}
              disabled={!isComplete || isBusy}
              aria-busy={isBusy}
            >
              {isBusy ? busy : action}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
};
