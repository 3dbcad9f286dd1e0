// A form of the product: checked before it is sent, with the server's refusals at the fields that they are about.
import { useForm as useMantineForm } from '@mantine/form';
import { useRef } from 'react';
import { flushSync } from 'react-dom';

/** The problem of a field by the field's name; empty when all is well. */
export type FieldErrors = Readonly<Record<string, string>>;

type FormInit<Values> = {
  initial: Values;
  /** The errors for which the browser refuses before anything is sent. */
  check: (values: Values) => FieldErrors | Promise<FieldErrors>;
  /** Sends the values; resolves to the server's errors by field, if any. */
  send: (values: Values) => Promise<FieldErrors | undefined>;
};

/**
 * `form` goes onto the form, `field(name)` onto its inputs. A refused form moves the focus to its first wrong field; a
 * field's error disappears when the field changes.
 */
export const useForm = <Values extends Record<string, string | number>>({
  initial,
  check,
  send,
}: FormInit<Values>) => {
  const ref = useRef<HTMLFormElement>(null);
  const { values, reset, setErrors, getInputProps, onSubmit } = useMantineForm<Values>({
    initialValues: initial,
    validate: check,
  });

  const refuse = (found: Readonly<Record<string, unknown>>) => {
    // The error is on the page before the focus moves, so that screen readers announce it with the field.
    flushSync(() => setErrors(found as FieldErrors));
    const wrong = ref.current?.querySelector<HTMLElement>('input[aria-invalid="true"]');
    // A folded field cannot be focused.
    wrong?.closest('details')?.setAttribute('open', '');
    wrong?.focus();
  };

  const field = (name: keyof Values & string) => ({ name, ...getInputProps(name) });

  return {
    values,
    field,
    reset,
    form: {
      ref,
      noValidate: true,
      onSubmit: onSubmit(async (typed) => refuse((await send(typed)) ?? {}), refuse),
    },
  };
};
