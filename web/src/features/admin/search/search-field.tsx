// Searches users, payments, runs, orders, deployments and actions by what their id, address or name begins with.
import { Combobox, Kbd, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { SearchHit } from '@tradeium/contracts';
import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { messageOf } from '../../../lib/failure.ts';
import { groupsOf, hrefOf } from './hit-links.ts';
import { useSearchEverythingQuery } from './search-api.ts';
import classes from './search-field.module.css';
import { useSlashKey } from './use-slash-key.ts';

const TYPING_PAUSE_MS = 200;
const TEXT_MAX = 254;

/** The hits of what is typed once typing pauses; an older answer is never shown for a newer text. */
const useHits = (typed: string) => {
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const isEmpty = text === '';
  const { currentData, error, isFetching } = useSearchEverythingQuery(
    { q: asked },
    { skip: isEmpty || asked === '' },
  );
  const isCurrent = asked === text;
  return {
    hits: isCurrent && !isEmpty ? currentData?.hits : undefined,
    problem: isCurrent && !isEmpty && error ? messageOf(error) : null,
    isBusy: !isEmpty && (!isCurrent || isFetching),
  };
};

const hitKeyOf = ({ kind, id }: SearchHit): string => `${kind} ${id}`;

const Option = ({ hit }: { hit: SearchHit }) => (
  <Combobox.Option value={hitKeyOf(hit)}>
    <Text size="sm" truncate>
      <bdi>{hit.title}</bdi>
    </Text>
    <Text size="xs" truncate>
      {hit.detail}
    </Text>
  </Combobox.Option>
);

type ResultsProps = { hits: readonly SearchHit[] | undefined; problem: string | null };

const Results = ({ hits, problem }: ResultsProps) => (
  <Combobox.Options className={classes.options ?? ''} aria-label="What was found">
    {problem === null ? null : <Combobox.Empty>{problem}</Combobox.Empty>}
    {hits?.length === 0 ? <Combobox.Empty>Nothing begins with this.</Combobox.Empty> : null}
    {groupsOf(hits ?? []).map(({ name, hits: ofGroup }) => (
      <Combobox.Group key={name} label={name}>
        {ofGroup.map((hit) => (
          <Option key={hitKeyOf(hit)} hit={hit} />
        ))}
      </Combobox.Group>
    ))}
  </Combobox.Options>
);

/** Enter opens the first hit, or the one that the arrow keys have reached. */
export const SearchField = () => {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox();
  const { hits, problem, isBusy } = useHits(typed);
  const isShown = hits !== undefined || problem !== null;
  useSlashKey(field);
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (hits && hits.length > 0) selectFirstOption();
  }, [hits, selectFirstOption]);
  const open = (key: string) => {
    const hit = hits?.find((each) => hitKeyOf(each) === key);
    if (!hit) return;
    navigate(hrefOf(hit));
    setTyped('');
    combobox.closeDropdown();
    field.current?.blur();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={open} position="bottom-end">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={field}
          role="combobox"
          aria-autocomplete="list"
          className={classes.field ?? ''}
          aria-label="Search users, payments, runs, orders and actions"
          placeholder="Search an id, email or name"
          maxLength={TEXT_MAX}
          autoComplete="off"
          spellCheck={false}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            isBusy ? (
              <Loader size={14} />
            ) : (
              <Kbd aria-hidden className={classes.slash ?? ''}>
                /
              </Kbd>
            )
          }
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isShown}>
        <Results hits={hits} problem={problem} />
      </Combobox.Dropdown>
    </Combobox>
  );
};
