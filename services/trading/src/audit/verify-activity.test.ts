// A changed byte of an exported activity is found and named, without the product.
import { createHash } from 'node:crypto';
import type { ActivityExport } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { created as createCommand } from '../../fixtures/deployment-story.ts';
import { activityExportOf } from './activity-export.ts';
import { chainProblems, fileProblems, planProblems, storedProblems } from './verify-activity.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const AT = '2026-03-01T12:00:00.000Z';
const created = createCommand().type === 'CreateDeployment' ? createCommand() : null;
if (created?.type !== 'CreateDeployment') throw new Error('the story begins otherwise');

/** Commits as they are stored, each with the hash of the one before. */
const chainOf = (events: readonly object[]): ActivityExport['chains'][number] => {
  const commits: string[] = [];
  for (const event of events) {
    const before = commits.at(-1);
    const previousHash = before === undefined ? {} : { previousHash: hash(before) };
    commits.push(JSON.stringify({ events: [event], meta: { commandId: 'c', ...previousHash, at: AT } }));
  }
  return { aggregate: 'deployment', id: 'd1', commits, head: hash(commits.at(-1) ?? '') };
};

const { folderName: _, displayName: __, ...clear } = created.data;
const EVENTS = [
  { type: 'DeploymentCreated.sealed', data: { ...clear, sealed: 'abc' } },
  { type: 'AutoRebalanceSwitchedOn', data: { userId: 'ann', deploymentId: 'd1' } },
  { type: 'AutoRebalanceSwitchedOff', data: { userId: 'ann', deploymentId: 'd1' } },
];
const chain = chainOf(EVENTS);
const file = activityExportOf(created.data, [chain], AT);

const withCommit = (index: number, text: string) => ({
  ...chain,
  commits: chain.commits.map((each, at) => (at === index ? text : each)),
});

test('an unchanged export has no faults', () => {
  expect(fileProblems(file)).toEqual([]);
});

describe('a changed byte', () => {
  // spec: trading.42
  test.each([0, 1, 2])('of commit %i is named, wherever it is', (index) => {
    const text = chain.commits[index] ?? '';
    for (let at = 0; at < text.length; at += 7) {
      const other = text[at] === 'x' ? 'y' : 'x';
      const problems = chainProblems(withCommit(index, text.slice(0, at) + other + text.slice(at + 1)));
      expect(problems.join('\n'), `byte ${at}`).toContain(`commit ${index + 1} of deployment d1`);
    }
  });

  test('names what the commit was about', () => {
    const changed = withCommit(1, (chain.commits[1] ?? '').replace('SwitchedOn', 'SwitchedUp'));
    expect(chainProblems(changed)).toEqual([
      `commit 2 of deployment d1 (AutoRebalanceSwitchedUp, ${AT}) was changed: ` +
        `commit 3 of deployment d1 (AutoRebalanceSwitchedOff, ${AT}) names other bytes`,
    ]);
  });
});

test.each<[string, readonly string[], string]>([
  ['taken out', [chain.commits[0] ?? '', chain.commits[2] ?? ''], 'commit 1 of deployment d1'],
  ['cut off at the end', chain.commits.slice(0, 2), 'the head of the file names other bytes'],
  ['cut off at the beginning', chain.commits.slice(1), 'commits before it are missing'],
])('a commit that is %s is noticed', (_name, commits, problem) => {
  expect(chainProblems({ ...chain, commits: [...commits] }).join('\n')).toContain(problem);
});

test.each(['code_sha256', 'settings_sha256', 'run_id'] as const)(
  '%s of the run card follows from the commits',
  (field) => {
    const card = { ...file.run_card, [field]: 'something else' };
    expect(fileProblems({ ...file, run_card: card })).toEqual([
      `${field} of the run card does not agree with the commits`,
    ]);
  },
);

test('a chain that was rewritten, with hashes that fit, is not what the system has stored', () => {
  const forged = chainOf(EVENTS.slice(0, 2));
  expect(chainProblems(forged)).toEqual([]);
  expect(storedProblems(forged, chain.commits)).toEqual([]);
  const other = chainOf([EVENTS[0] ?? {}, EVENTS[2] ?? {}]);
  expect(storedProblems(other, chain.commits)).toEqual([
    `commit 2 of deployment d1 (AutoRebalanceSwitchedOff, ${AT}) is not what the system has stored`,
  ]);
});

test('a plan that comes out otherwise names the fields', () => {
  const plan = { weights: { BTC: 0.1 + 0.2 }, value: '1', sells: [] };
  expect(planProblems(plan, { sells: [], value: '1', weights: { BTC: 0.1 + 0.2 } })).toEqual([]);
  expect(planProblems(plan, { ...plan, weights: { BTC: 0.3 } })).toEqual(['weights']);
});
