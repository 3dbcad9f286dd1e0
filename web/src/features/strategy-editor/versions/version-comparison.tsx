// Two versions of a strategy file, or its unsaved code, compared.
import { Skeleton } from '@mantine/core';
import { messageOf } from '../../../lib/failure.ts';
import { CodeCompare } from '../../../ui/code/code-compare.tsx';
import { CodeEditor } from '../../../ui/code/code-editor.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { useReadStrategyVersionQuery } from '../api.ts';

/** Stands for the unsaved code among the numbers of versions. */
export const DRAFT = 'draft';
export const choiceName = (choice: string): string =>
  choice === DRAFT ? 'Unsaved code' : `Version ${choice}`;
/** The older of two stands first; unsaved code is newer than all. */
const ageOf = (choice: string): number => (choice === DRAFT ? Number.POSITIVE_INFINITY : Number(choice));

type ComparisonProps = {
  chatId: string;
  filename: string;
  /** The code of the newest version. */
  saved: string;
  /** Unsaved code; null when there is none. */
  draft: string | null;
  newest: string;
  /** Numbers of versions, or `DRAFT`. */
  choices: readonly [string, string];
};

/** The codes of two choices, or the one code when they are the same. */
export const VersionComparison = ({ chatId, filename, saved, draft, newest, choices }: ComparisonProps) => {
  const [first, second] = choices.toSorted((a, b) => ageOf(a) - ageOf(b)) as [string, string];
  const isHere = (choice: string) => choice === DRAFT || choice === newest;
  const inputOf = (choice: string) => ({ id: chatId, filename, version: Number(choice) });
  const one = useReadStrategyVersionQuery(inputOf(first), { skip: isHere(first) });
  const other = useReadStrategyVersionQuery(inputOf(second), { skip: isHere(second) });
  const codeOf = (choice: string, read: string | undefined) => {
    if (choice === DRAFT) return draft ?? saved;
    return choice === newest ? saved : read;
  };
  const before = codeOf(first, one.currentData);
  const after = codeOf(second, other.currentData);
  const error = one.error ?? other.error;
  if (error && (before === undefined || after === undefined))
    return <LoadFailure text={messageOf(error)} onRetry={() => (one.error ? one : other).refetch()} />;
  if (before === undefined || after === undefined) return <Skeleton h="100%" />;
  if (first === second) return <CodeEditor label={`Code of version ${first}`} value={before} readOnly />;
  return (
    <CodeCompare
      before={{ name: choiceName(first), code: before }}
      after={{ name: choiceName(second), code: after }}
    />
  );
};
