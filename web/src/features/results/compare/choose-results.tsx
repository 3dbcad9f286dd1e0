// The dialog in which results of all chats are chosen for a comparison.
import { Button, Checkbox, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { ChatResult, ResultFacts } from '@tradeium/contracts';
import { memo, useCallback, useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { counted, ratio, signedPercent } from '../../../lib/format.ts';
import { COMPARED_MAX, COMPARED_MIN, resultName, runWords, unbroken } from '../../../lib/result-facts.ts';
import { heldOfFacts } from '../../../lib/returns/held-return.ts';
import { IN_EACH_LINE, settingWords } from '../../../lib/setting-differences.ts';
import { CriticalMark } from '../../../ui/critical-mark.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ReturnFigure } from '../../../ui/figures/return-figure.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { ScrollPlace } from '../../../ui/tables/scroll-place.tsx';
import { useListResultsQuery } from '../api.ts';
import classes from './choose-results.module.css';

const PAGE_RESULTS = 20;
const TYPING_MS = 250;

type Choice = {
  readonly picked: readonly string[];
  readonly onPick: (run: string) => void;
};

/** Its return in a year and all settings, as the list is read page by page and does not know in which they differ. */
const wordsOf = (facts: ResultFacts): string =>
  [
    ...(typeof facts.cagr === 'number' ? [`CAGR ${signedPercent(facts.cagr)}`] : []),
    `Sharpe ${ratio(facts.sharpe_ratio)}`,
    runWords(facts),
    ...settingWords(facts, IN_EACH_LINE),
  ].join(' · ');

const Line = ({ result, picked, onPick }: Choice & { result: ChatResult }) => {
  const { backtest_name: chat, file } = result;
  const run = file.run_id ?? '';
  const isPicked = picked.includes(run);
  return (
    <li>
      <Checkbox
        size="sm"
        classNames={{ root: classes.line ?? '', body: classes.body ?? '', labelWrapper: classes.label ?? '' }}
        checked={isPicked}
        disabled={!isPicked && picked.length >= COMPARED_MAX}
        onChange={() => onPick(run)}
        label={
          <>
            <bdi className={classes.name}>{resultName(file)}</bdi>{' '}
            <span className={classes.chat}>
              in <bdi>{chat}</bdi>
            </span>
          </>
        }
        description={
          file.result ? (
            <>
              <ReturnFigure own={file.result.total_return} held={heldOfFacts(file.result)} /> ·{' '}
              {unbroken(wordsOf(file.result))} <CriticalMark findings={file.result.critical_findings} />
            </>
          ) : null
        }
      />
    </li>
  );
};

type PageProps = Choice & {
  search: string;
  /** The run of the last result on the page before. */
  after: string | null;
  /** How many pages are shown from here on. */
  pages: number;
  onMore: () => void;
};

/** A page of results, and those after it; each begins where the one before it ends now. */
const Page = ({ search, after, pages, onMore, ...choice }: PageProps) => {
  const { currentData, error, isFetching, refetch } = useListResultsQuery({
    limit: PAGE_RESULTS,
    ...(search !== '' && { search }),
    ...(after !== null && { after_run_id: after }),
  });
  const results = currentData?.results;
  if (!results && error && !isFetching)
    return (
      <li>
        <LoadFailure text={messageOf(error)} onRetry={() => void refetch()} />
      </li>
    );
  if (!results)
    return (
      <li aria-hidden>
        <Skeleton h={44} my={6} />
        <Skeleton h={44} my={6} />
      </li>
    );
  if (results.length === 0 && after === null)
    return (
      <Text component="li" size="sm" c="dimmed" py="xs" role="status">
        {search === '' ? 'No results yet.' : `No results match “${search}”.`}
      </Text>
    );
  const next = results.length === PAGE_RESULTS ? (results.at(-1)?.file.run_id ?? null) : null;
  return (
    <>
      {results.map((result) => (
        <Line key={result.file.run_id} result={result} {...choice} />
      ))}
      {next !== null && pages > 1 ? (
        <Page search={search} after={next} pages={pages - 1} onMore={onMore} {...choice} />
      ) : null}
      {next !== null && pages === 1 ? (
        <li>
          <Button size="compact-sm" variant="default" my="xs" onClick={onMore}>
            Show more
          </Button>
        </li>
      ) : null}
    </>
  );
};

/** Not drawn again for what is typed until it is searched for. */
const Pages = memo(({ search, ...choice }: Choice & { search: string }) => {
  const [pages, setPages] = useState(1);
  return (
    <ScrollPlace label="Results of all chats" className={classes.place}>
      <ul className={classes.results} aria-label="Results of all chats">
        <Page search={search} after={null} pages={pages} onMore={() => setPages(pages + 1)} {...choice} />
      </ul>
    </ScrollPlace>
  );
});

type ChooseResultsProps = {
  /** The runs that are compared already. */
  chosen: readonly string[];
  onChoose: (runs: readonly string[]) => void;
  /** Nothing was chosen. */
  onClose: () => void;
};

/** Chosen results stay chosen while something else is searched for. */
export const ChooseResults = ({ chosen, onChoose, onClose }: ChooseResultsProps) => {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [picked, setPicked] = useState(chosen);
  const pick = useCallback(
    (run: string) =>
      setPicked((runs) => (runs.includes(run) ? runs.filter((other) => other !== run) : [...runs, run])),
    [],
  );
  return (
    <Dialog opened onClose={onClose} title="Results to compare" size="lg">
      <TextInput
        type="search"
        data-autofocus
        maxLength={100}
        aria-label="Search the results of all chats"
        placeholder="Chat, name, strategy, coin, interval or date"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Pages key={search} search={search} picked={picked} onPick={pick} />
      <Group justify="space-between" mt="sm">
        <Text size="sm" c="dimmed" role="status">
          {picked.length >= COMPARED_MAX
            ? `${COMPARED_MAX} results chosen, which is the maximum`
            : `${counted(picked.length, 'result', 'results')} chosen`}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={picked.length < COMPARED_MIN} onClick={() => onChoose(picked)}>
            Compare
          </Button>
        </Group>
      </Group>
    </Dialog>
  );
};
