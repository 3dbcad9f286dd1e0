// Narrows the audit by kind, state, user and operator.
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { ACTION_KINDS } from '@tradeium/contracts';
import { useState } from 'react';
import { KIND_WORDS, STATE_LOOKS } from './audit-words.ts';

export const AUDIT_FILTERS = ['kind', 'state', 'user_id', 'actor_id'] as const;
type Given = Partial<Record<(typeof AUDIT_FILTERS)[number], string>>;

const TYPING_MS = 300;

const KINDS = [
  { value: '', label: 'Every kind' },
  ...ACTION_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] })),
];
const STATES = [
  { value: '', label: 'Every state' },
  ...(['ordered', 'completed', 'refused'] as const).map((value) => ({
    value,
    label: STATE_LOOKS[value].word,
  })),
];

type IdFilterProps = { label: string; value: string; onChange: (id: string) => void };

/** The address follows once typing pauses. */
const IdFilter = ({ label, value, onChange }: IdFilterProps) => {
  const [typed, setTyped] = useState(value);
  const change = useDebouncedCallback((text: string) => onChange(text.trim()), TYPING_MS);
  return (
    <TextInput
      label={label}
      flex="1 1 150px"
      maw={260}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        change(currentTarget.value);
      }}
    />
  );
};

type AuditFiltersProps = { given: Given; onChange: (changed: Given) => void };

export const AuditFilters = ({ given, onChange }: AuditFiltersProps) => (
  <Group align="flex-end" gap="sm">
    <NativeSelect
      label="Kind"
      data={KINDS}
      value={given.kind ?? ''}
      onChange={({ currentTarget }) => onChange({ kind: currentTarget.value })}
    />
    <NativeSelect
      label="State"
      data={STATES}
      value={given.state ?? ''}
      onChange={({ currentTarget }) => onChange({ state: currentTarget.value })}
    />
    <IdFilter
      label="User (name, email or id)"
      value={given.user_id ?? ''}
      onChange={(user_id) => onChange({ user_id })}
    />
    <IdFilter
      label="Operator (name, email or id)"
      value={given.actor_id ?? ''}
      onChange={(actor_id) => onChange({ actor_id })}
    />
  </Group>
);
