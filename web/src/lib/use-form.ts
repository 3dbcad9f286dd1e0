// The state of a form: what is typed, what is wrong with it, and where to put it right.
import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';

/** The problem of a field by the field's name; empty when all is well. */
export type FieldErrors = Readonly<Record<string, string>>;

type FormInit<Values> = {
  initial: Values;
  /** What the browser refuses by itself. */
  check: (values: Values) => FieldErrors;
  /** Sends what was found well; answers with what the server refused of it, if that is a field's matter. */
  send: (values: Values) => Promise<FieldErrors | undefined>;
};

const without = (errors: FieldErrors, name: string): FieldErrors => {
  const { [name]: _, ...rest } = errors;
  return rest;
};

/**
 * `form` goes onto the form, `field(name)` onto its inputs. A refused form moves the focus to its first field that is
 * wrong; a field's error goes as soon as it is changed.
 */
export const useForm = <Values extends Record<string, string>>({
  initial,
  check,
  send,
}: FormInit<Values>) => {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const isNewlyRefused = useRef(false);

  useEffect(() => {
    if (!isNewlyRefused.current) return;
    isNewlyRefused.current = false;
    if (Object.keys(errors).length > 0)
      ref.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus();
  }, [errors]);

  const refuse = (found: FieldErrors) => {
    isNewlyRefused.current = true;
    setErrors(found);
  };

  const field = (name: keyof Values & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => without(before, name));
    },
  });

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = check(values);
    refuse(found);
    if (Object.keys(found).length === 0) refuse((await send(values)) ?? {});
  };

  const reset = () => {
    setValues(initial);
    setErrors({});
  };

  return { values, field, reset, form: { ref, onSubmit, noValidate: true } };
};
