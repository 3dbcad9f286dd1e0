// A parameter in the form of a study: fixed, along a range, or with some of its values.
import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import type { DeclaredParameter, ParameterValue } from '@tradeium/contracts';
import { useId } from 'react';
import { counted } from '../../../lib/format.ts';
import { parameterWords } from '../study-axes.ts';
import { type AxisDraft, type AxisMode, choicesOf } from './draft.ts';
import classes from './study-form.module.css';

type FieldsProps = {
  name: string;
  draft: AxisDraft;
  onChange: (change: Partial<AxisDraft>) => void;
  /** Ties the problem to the fields that have it. */
  problemId: string | undefined;
};

const RangeFields = ({ name, draft, onChange, problemId }: FieldsProps) =>
  (
    [
      ['min', 'From'],
      ['max', 'To'],
      ['step', 'Step'],
    ] as const
  ).map(([field, label]) => (
    <TextInput
      key={field}
      size="xs"
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
      label={label}
      aria-label={`${label} of ${name}`}
      error={problemId !== undefined}
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  ));

const ListField = ({ name, draft, onChange, problemId }: FieldsProps) => (
  <TextInput
    size="xs"
    autoComplete="off"
    maxLength={10_000}
    label="Values, separated by commas"
    aria-label={`Values of ${name}, separated by commas`}
    error={problemId !== undefined}
    value={draft.list}
    onChange={(event) => onChange({ list: event.currentTarget.value })}
  />
);

const toggled = (chosen: readonly ParameterValue[], value: ParameterValue): ParameterValue[] =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];

const ChoiceFields = ({ parameter, ...props }: FieldsProps & { parameter: DeclaredParameter }) => (
  <>
    {choicesOf(parameter).map((choice) => (
      <Checkbox
        key={String(choice)}
        size="xs"
        label={parameterWords(choice)}
        aria-label={`${props.name} ${parameterWords(choice)}`}
        checked={props.draft.chosen.includes(choice)}
        onChange={() => props.onChange({ chosen: toggled(props.draft.chosen, choice) })}
      />
    ))}
  </>
);

const modesOf = (parameter: DeclaredParameter): { value: AxisMode; label: string }[] => [
  { value: 'fixed', label: 'Fixed' },
  ...('min' in parameter ? [{ value: 'range' as const, label: 'Range' }] : []),
  { value: 'list', label: 'min' in parameter ? 'List' : 'Choices' },
];

type ParameterAxisProps = {
  parameter: DeclaredParameter;
  /** Its value while it does not vary. */
  fixed: ParameterValue;
  draft: AxisDraft;
  problem: string | undefined;
  count: number | undefined;
  onChange: (change: Partial<AxisDraft>) => void;
};

/** One line of the form. */
export const ParameterAxis = ({ parameter, fixed, draft, problem, count, onChange }: ParameterAxisProps) => {
  const { name } = parameter;
  const id = useId();
  const fields = { name, draft, onChange, problemId: problem === undefined ? undefined : id };
  return (
    <div className={classes.axis}>
      <span className={classes.name}>
        {name}
        <small>
          {'min' in parameter
            ? `${parameter.min} – ${parameter.max}`
            : parameter.kind === 'boolean'
              ? 'on or off'
              : 'choices'}
          {count === undefined ? '' : ` · ${counted(count, 'value', 'values')}`}
        </small>
      </span>
      <SegmentedControl
        size="xs"
        aria-label={`How ${name} varies`}
        value={draft.mode}
        data={modesOf(parameter)}
        onChange={(mode) => onChange({ mode: mode as AxisMode })}
      />
      <fieldset
        className={classes.fields}
        aria-label={`Values of ${name}`}
        aria-describedby={fields.problemId}
      >
        {draft.mode === 'fixed' ? <span className={classes.name}>{parameterWords(fixed)}</span> : null}
        {draft.mode === 'range' ? <RangeFields {...fields} /> : null}
        {draft.mode === 'list' && 'min' in parameter ? <ListField {...fields} /> : null}
        {draft.mode === 'list' && !('min' in parameter) ? (
          <ChoiceFields parameter={parameter} {...fields} />
        ) : null}
        {problem === undefined ? null : (
          <p className={classes.problem} id={id} role="alert">
            {problem}
          </p>
        )}
      </fieldset>
    </div>
  );
};
