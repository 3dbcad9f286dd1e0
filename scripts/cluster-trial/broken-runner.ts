// A runner without a sandbox next to sound ones: it is never ready, and takes none of their runs.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiUrls, registerUser } from '../../e2e/api-client.ts';
import { MOMENTUM, saveStrategy } from '../../e2e/backtest-story.ts';

type Kubectl = (...args: readonly string[]) => Promise<string>;

const USERS = 2;
/** A user may start no more than these in a minute. */
const RUNS_OF_A_USER = 25;
const NAMESPACE = 'tradeium-runner';
const BROKEN = 'strategy-runner-broken';

/** A copy of the runner's deployment whose filter for system calls refuses what bubblewrap needs. */
const brokenCopy = async (kubectl: Kubectl): Promise<object> => {
  const get = ['--namespace', NAMESPACE, 'get', 'deployment', 'strategy-runner', '--output', 'json'];
  const { apiVersion, kind, spec } = JSON.parse(await kubectl(...get));
  const { template } = spec;
  const labels = { ...template.metadata.labels, 'tradeium.io/trial': 'broken' };
  const seccompProfile = { type: 'RuntimeDefault' };
  const securityContext = { ...template.spec.securityContext, seccompProfile };
  return {
    apiVersion,
    kind,
    metadata: { name: BROKEN, namespace: NAMESPACE },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { ...template.spec, securityContext } },
    },
  };
};

const failedRuns = async (urls: ApiUrls): Promise<string[]> => {
  const user = await registerUser(urls);
  const input = await saveStrategy(user, MOMENTUM);
  const failed: string[] = [];
  for (let run = 0; run < RUNS_OF_A_USER; run += 1) {
    const { status, code } = await user.call('executeBacktest', { ...input, run_id: randomUUID() });
    if (status !== 200) failed.push(`${status} ${code ?? ''}`);
  }
  return failed;
};

/** Runs fifty backtests while one runner is broken; what went wrong, if anything did. */
export const runsBesideBroken = async (kubectl: Kubectl, urls: ApiUrls): Promise<string | undefined> => {
  const file = join(tmpdir(), 'tradeium-broken-runner.json');
  await writeFile(file, JSON.stringify(await brokenCopy(kubectl)));
  await kubectl('apply', '--filename', file);
  const ofBroken = ['--namespace', NAMESPACE, '--selector', 'tradeium.io/trial=broken'];
  try {
    await kubectl('wait', 'pod', ...ofBroken, '--for=jsonpath={.status.phase}=Running', '--timeout=120s');
    const failed = (await Promise.all(Array.from({ length: USERS }, () => failedRuns(urls)))).flat();
    const ready = await kubectl(
      'get',
      'pods',
      ...ofBroken,
      '--output',
      'jsonpath={.items[*].status.containerStatuses[*].ready}',
    );
    if (ready !== 'false') return `the broken runner's readiness is ${ready}`;
    if (!(await kubectl('logs', ...ofBroken)).includes('strategies cannot be run'))
      return 'the broken runner does not say why';
    return failed.length === 0
      ? undefined
      : `${failed.length} of ${USERS * RUNS_OF_A_USER} runs failed: ${[...new Set(failed)].join('; ')}`;
  } finally {
    await kubectl('--namespace', NAMESPACE, 'delete', 'deployment', BROKEN);
  }
};
