// The parameters of the strategy that is run, as fields: another value needs no change of its code.
import { Button, NativeSelect, NumberInput, Switch } from '@mantine/core';
import { type DeclaredParameter, type ParameterValue, takesValue } from '@tradeium/contracts';
import { useEffect, useId, useState } from 'react';
import { useAppDispatch } from '../../core/store.ts';
import { FieldGroup } from '../../ui/forms/field-group.tsx';
import classes from './parameter-fields.module.css';
import { type ParameterFile, parameterChosen, parametersTaken } from './parameters-slice.ts';
import type { Parameters } from './use-parameters.ts';

type FieldProps<Kind extends DeclaredParameter> = {
  parameter: Kind;
  value: ParameterValue;
  onChoose: (value: ParameterValue) => void;
};
type Ranged = Extract<DeclaredParameter, { min: number }>;
type Listed = Extract<DeclaredParameter, { choices: unknown }>;
type OnOff = Extract<DeclaredParameter, { kind: 'boolean' }>;

const DECIMALS_MAX = 10;

/** A value is taken as soon as it is within the range; what is not is put right when the field is left. */
const RangeField = ({ parameter, value, onChoose }: FieldProps<Ranged>) => {
  const { name, kind, min, max, step } = parameter;
  const [typed, setTyped] = useState<string | number>(Number(value));
  useEffect(() => setTyped(Number(value)), [value]);
  return (
    <NumberInput
      size="xs"
      id={useId()}
      label={
        <>
          {name} <span className={classes.range}>{`${min} – ${max}`}</span>
        </>
      }
      aria-label={`${name}, from ${min} to ${max}`}
      value={typed}
      min={min}
      max={max}
      step={step}
      allowDecimal={kind === 'number'}
      decimalScale={DECIMALS_MAX}
      allowedDecimalSeparators={['.', ',']}
      onChange={(next) => {
        setTyped(next);
        if (typeof next === 'number' && takesValue(parameter, next)) onChoose(next);
      }}
      onBlur={() => setTyped(Number(value))}
    />
  );
};

const ChoiceField = ({ parameter, value, onChoose }: FieldProps<Listed>) => (
  <NativeSelect
    size="xs"
    id={useId()}
    label={parameter.name}
    value={String(value)}
    data={parameter.choices.map(String)}
    onChange={(event) => {
      const chosen = event.currentTarget.value;
      const choices: readonly ParameterValue[] = parameter.choices;
      const found = choices.find((choice) => String(choice) === chosen);
      if (found !== undefined) onChoose(found);
    }}
  />
);

const SwitchField = ({ parameter, value, onChoose }: FieldProps<OnOff>) => (
  <Switch
    size="xs"
    id={useId()}
    className={classes.switch ?? ''}
    label={parameter.name}
    checked={value === true}
    onChange={(event) => onChoose(event.currentTarget.checked)}
  />
);

const ParameterField = ({ parameter, ...field }: FieldProps<DeclaredParameter>) => {
  if (parameter.kind === 'boolean') return <SwitchField parameter={parameter} {...field} />;
  if ('choices' in parameter) return <ChoiceField parameter={parameter} {...field} />;
  return <RangeField parameter={parameter} {...field} />;
};

type ParameterFieldsProps = { file: ParameterFile; parameters: Parameters };

/** Nothing for a strategy without parameters. */
export const ParameterFields = ({ file, parameters }: ParameterFieldsProps) => {
  const dispatch = useAppDispatch();
  const { declared, changed } = parameters;
  const count = Object.keys(changed).length;
  if (declared.length === 0) return null;
  return (
    <FieldGroup name={`Parameters of ${file.filename}`}>
      <div className={classes.head}>
        <span aria-hidden className={classes.title}>
          Parameters
        </span>
        <span className={classes.count} role="status">
          {count === 0 ? 'all as the code has them' : `${count} of ${declared.length} changed`}
        </span>
        {count === 0 ? null : (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => dispatch(parametersTaken({ ...file, values: {} }))}
          >
            Reset to defaults
          </Button>
        )}
      </div>
      <div className={classes.grid}>
        {declared.map((parameter) => {
          const { name } = parameter;
          const value = Object.hasOwn(changed, name) ? changed[name] : undefined;
          return (
            <ParameterField
              key={`${name} ${parameter.kind}`}
              parameter={parameter}
              value={value ?? parameter.default}
              onChoose={(chosen) => dispatch(parameterChosen({ ...file, name, value: chosen }))}
            />
          );
        })}
      </div>
    </FieldGroup>
  );
};
