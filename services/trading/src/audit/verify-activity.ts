// Checks an exported activity: pure parts that need only the file, and parts that need a running system.
import type { ActivityExport } from '@tradeium/contracts';
import { decisionsIn, sha256, sortedJson } from './activity-export.ts';

type Chain = ActivityExport['chains'][number];

type Commit = {
  readonly events: readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[];
  readonly meta: { readonly previousHash?: string; readonly at: string };
};

const readCommit = (text: string): Commit | null => {
  try {
    const read = JSON.parse(text) as Commit;
    return Array.isArray(read.events) && typeof read.meta === 'object' ? read : null;
  } catch {
    return null;
  }
};

/** `commit 4 of deployment d1 (RebalancePlanned, 2026-03-01T12:00:00.000Z)` */
export const commitName = ({ aggregate, id, commits }: Chain, index: number): string => {
  const read = readCommit(commits[index] ?? '');
  const what = read ? ` (${read.events.map(({ type }) => type).join(', ')}, ${read.meta.at})` : '';
  return `commit ${index + 1} of ${aggregate} ${id}${what}`;
};

/** The problems of a chain: each commit must be what its successor says that it was, the last what `head` says. */
export const chainProblems = (chain: Chain): string[] =>
  chain.commits.flatMap((text, index) => {
    const read = readCommit(text);
    if (!read) return [`${commitName(chain, index)} cannot be read`];
    const first = index === 0 && read.meta.previousHash !== undefined;
    const missing = first
      ? [`${commitName(chain, 0)} is not the first one: commits before it are missing`]
      : [];
    const isLast = index === chain.commits.length - 1;
    const next = isLast ? null : readCommit(chain.commits[index + 1] ?? '');
    const named = isLast ? chain.head : (next?.meta.previousHash ?? null);
    // A commit that cannot be read is named by itself.
    if (!isLast && !next) return missing;
    const by = isLast ? 'the head of the file' : commitName(chain, index + 1);
    return named === sha256(text)
      ? missing
      : [...missing, `${commitName(chain, index)} was changed: ${by} names other bytes`];
  });

/** The statements of the run card that do not follow from the commits. */
export const cardProblems = ({ run_card: card, chains }: ActivityExport): string[] => {
  const deployment = chains.find(({ aggregate }) => aggregate === 'deployment');
  const events = deployment?.commits.flatMap((text) => readCommit(text)?.events ?? []) ?? [];
  // The names that its user chose are sealed in it; everything else is in the clear.
  const created = events.find(({ type }) => type.startsWith('DeploymentCreated'))?.data;
  if (!deployment || !created) return ['the file has no deployment'];
  const facts: readonly (readonly [string, unknown, unknown])[] = [
    ['deployment_id', card.deployment_id, created.deploymentId],
    ['user_id', card.user_id, created.userId],
    ['run_id', card.run_id, created.runId],
    ['mode', card.mode, created.mode],
    ['code_sha256', card.code_sha256, created.codeSha256],
    ['private_strategy_id', card.private_strategy_id, created.privateStrategyId],
    ['settings_sha256', card.settings_sha256, sha256(sortedJson(created.settings))],
    ['decisions', sortedJson(card.decisions), sortedJson(decisionsIn(deployment))],
  ];
  return facts.flatMap(([name, said, found]) =>
    said === found ? [] : [`${name} of the run card does not agree with the commits`],
  );
};

/** The problems that the file alone can show. */
export const fileProblems = (file: ActivityExport): string[] => {
  const broken = file.chains.flatMap(chainProblems);
  return broken.length > 0 ? broken : cardProblems(file);
};

/** The commits of the file that the system has otherwise, or not at all. */
export const storedProblems = (chain: Chain, stored: readonly string[]): string[] =>
  chain.commits.flatMap((text, index) =>
    stored[index] === text ? [] : [`${commitName(chain, index)} is not what the system has stored`],
  );

/** The fields in which a plan that was made again differs. */
export const planProblems = (
  recorded: Readonly<Record<string, unknown>>,
  again: Readonly<Record<string, unknown>>,
) =>
  [...new Set([...Object.keys(recorded), ...Object.keys(again)])].filter(
    (field) => sortedJson(recorded[field] ?? null) !== sortedJson(again[field] ?? null),
  );
