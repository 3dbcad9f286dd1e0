// The comparison in the main panel: results of the shown chat and of others, by their runs.
import { Skeleton, Stack } from '@mantine/core';
import type { Chat, ChatResult } from '@tradeium/contracts';
import { useResultsOfRunsQuery } from '../../../features/results/api.ts';
import { ComparisonView } from '../../../features/results/lazy-results.ts';
import { COMPARED_MAX } from '../../../lib/result-facts.ts';
import type { Workspace } from '../selection/use-workspace.ts';
import { Missing, NotListed } from './empty-main.tsx';

type ComparisonPartProps = { workspace: Workspace; chat: Chat; runs: readonly string[] };

/** Only results of other chats are requested: the files of the shown one are loaded. */
export const ComparisonPart = ({ workspace, chat, runs }: ComparisonPartProps) => {
  const { folders, select } = workspace;
  const wanted = [...new Set(runs)];
  const here = wanted.flatMap((run): ChatResult[] => {
    const file = folders.find(({ run_id }) => run_id === run);
    return file ? [{ backtest_id: chat.id, backtest_name: chat.name, file }] : [];
  });
  const others = wanted.filter((run) => !here.some(({ file }) => file.run_id === run));
  const isTooMany = wanted.length > COMPARED_MAX;
  const asking = useResultsOfRunsQuery(others, { skip: isTooMany || others.length === 0 });
  const missing = <Missing workspace={workspace} chat={chat} title="Invalid folder or file index" />;
  if (isTooMany) return missing;
  if (others.length > 0 && !asking.currentData) {
    if (asking.error && !asking.isFetching)
      return <NotListed error={asking.error} onRetry={() => void asking.refetch()} />;
    return (
      <Stack p="md" aria-hidden>
        <Skeleton h={340} />
        <Skeleton h={260} />
      </Stack>
    );
  }
  const found = others.length > 0 ? [...here, ...(asking.currentData ?? [])] : here;
  const results = wanted.flatMap((run) => found.find(({ file }) => file.run_id === run) ?? []);
  if (results.length === 0) return missing;
  return (
    <ComparisonView
      results={results}
      missing={wanted.length - results.length}
      onOpen={(chatId, run) => select(chatId, { kind: 'folder', index: 0, run })}
      onChoose={(chosen) => select(chat.id, { kind: 'comparison', runs: chosen })}
    />
  );
};
