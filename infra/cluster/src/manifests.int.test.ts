// The manifests of k8s/, rendered: valid for two versions of Kubernetes, as strict as they say, and true to the manifest of services.
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES, SERVICES, type ServiceDeclaration } from '@tradeium/contracts';
import { HANDED, run } from '@tradeium/embedded';
import { beforeAll, describe, expect, test } from 'vitest';
import { APPLIED, type Manifest, objectsIn, podsIn, render } from './manifests.ts';
import { kubeconformProgram } from './programs.ts';
import { schemaLocation } from './schemas.ts';
import { environmentOf } from './secrets.ts';

const quiet = () => undefined;
/** The oldest that we promise, and a newer one. */
const VERSIONS = ['1.34.0', '1.36.0'];
const SERVERS = ['mongodb', 'temporal'];
const RUNNER_QUEUES = ['strategy-checks', 'strategy-rebalances', 'strategy-runner'];
/** Files and servers that every process needs. */
const ALWAYS = ['blobs', 'nats'];

const rendered: Record<string, string> = {};
const objects = (folder: string): Manifest[] => objectsIn(rendered[folder] ?? '');
const ofKind = (folder: string, kind: string) => objects(folder).filter((object) => object.kind === kind);
const named = (folder: string, kind: string) =>
  ofKind(folder, kind).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);

beforeAll(async () => {
  for (const folder of APPLIED) rendered[folder] = await render(folder, quiet);
});

describe.each(APPLIED)('%s', (folder) => {
  test.each(VERSIONS)('is valid for Kubernetes %s', async (version) => {
    const program = await kubeconformProgram(quiet);
    const file = join(tmpdir(), `tradeium-${folder.replaceAll('/', '-')}-${process.pid}.yaml`);
    await writeFile(file, rendered[folder] ?? '');
    const location = ['-schema-location', await schemaLocation(quiet)];
    const check = ['-strict', '-summary', '-kubernetes-version', version, ...location, file];
    const { code, output } = await run(program, check, { timeoutMs: 60_000 });
    await rm(file);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/Valid: [1-9].*Skipped: 0/) });
  });

  test('has no Secret', () => {
    expect(ofKind(folder, 'Secret')).toEqual([]);
  });

  test('all pods keep to what the Pod Security Standard "restricted" asks, with a root that is read-only', () => {
    for (const { owner, pod } of podsIn(objects(folder))) {
      expect({ name: owner.metadata.name, ...pod.spec }).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          seccompProfile: { type: expect.stringMatching(/^(RuntimeDefault|Localhost)$/) },
        },
        containers: pod.spec.containers.map(() => ({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
        })),
      });
    }
  });

  test('whatever logs in to NATS has its password and its keys for signatures', () => {
    const all = podsIn(objects(folder)).map(({ owner, pod }) =>
      environmentOf(pod, owner.metadata.namespace ?? '', objects(folder)),
    );
    const loggedIn = all.filter(({ NATS_USER }) => NATS_USER);
    const files = HANDED.operator?.secrets.filter((name) => !name.startsWith('BLOBS')) ?? [];
    for (const settings of loggedIn)
      expect(Object.keys(settings)).toEqual(expect.arrayContaining(files.map((name) => `${name}_FILE`)));
    expect(loggedIn.length).toBeGreaterThan(0);
  });
});

describe('production', () => {
  const folder = 'overlays/production';
  const OURS = ['gateway', ...SERVICE_NAMES].map((name) => `tradeium/${name}`);
  const ALL = [...OURS, 'tradeium-runner/strategy-runner'];

  test('runs every process of the manifest, each with its budget and its scaling', () => {
    expect(named(folder, 'Deployment').sort()).toEqual(ALL.toSorted());
    expect(named(folder, 'PodDisruptionBudget').sort()).toEqual(ALL.toSorted());
    expect(named(folder, 'HorizontalPodAutoscaler').sort()).toEqual(ALL.toSorted());
  });

  test('leaves the number of pods to the scaling: an apply must not reset it', () => {
    for (const { spec } of ofKind(folder, 'Deployment')) expect(spec).not.toHaveProperty('replicas');
  });

  test.each(SERVICE_NAMES)('%s reaches what the manifest says that it needs, at its health port', (name) => {
    const { needs, healthPort }: ServiceDeclaration = SERVICES[name];
    const pod = podsIn(ofKind(folder, 'Deployment')).find(({ owner }) => owner.metadata.name === name)?.pod;
    const labels = Object.keys(pod?.metadata.labels ?? {})
      .filter((label) => label.startsWith('needs.'))
      .map((label) => label.split('/')[1] ?? '');
    const outside = needs.some((need) => !SERVERS.includes(need)) ? ['internet'] : [];
    const servers = needs.filter((need) => SERVERS.includes(need));
    // Administration shows what Temporal is doing, and starts without it.
    const seen = name === 'admin' ? ['temporal'] : [];
    expect(labels.sort()).toEqual([...ALWAYS, ...outside, ...servers, ...seen].sort());
    expect(pod?.spec.containers[0]?.ports).toContainEqual({ name: 'health', containerPort: healthPort });
  });

  test.each(SERVICE_NAMES)('%s reads every secret that it is handed in containers', (name) => {
    const pod = podsIn(ofKind(folder, 'Deployment')).find(({ owner }) => owner.metadata.name === name)?.pod;
    const settings = pod ? Object.keys(environmentOf(pod, 'tradeium', objects(folder))) : [];
    const secrets = HANDED[name]?.secrets ?? [];
    expect(settings).toEqual(expect.arrayContaining(secrets.map((secret) => `${secret}_FILE`)));
  });

  test('the address of the payments API has no version', () => {
    for (const { data } of [...ofKind(folder, 'ConfigMap'), ...ofKind('overlays/trial', 'ConfigMap')])
      expect(data?.NOWPAYMENTS_API_URL ?? '').not.toMatch(/\/v\d/);
  });

  test('whatever takes work from task queues also scales by each of them', () => {
    const queues = ofKind(folder, 'HorizontalPodAutoscaler').flatMap(({ metadata, spec }) =>
      (spec?.metrics ?? []).flatMap(({ external }) =>
        external ? [[metadata.name, external.metric.selector.matchLabels.task_queue]] : [],
      ),
    );
    const workers = SERVICE_NAMES.filter((name) =>
      (SERVICES[name] as ServiceDeclaration).needs.includes('temporal'),
    ).map((name) => [name, SERVICES[name].context]);
    const ofRunner = RUNNER_QUEUES.map((queue) => ['strategy-runner', queue]);
    expect(queues.sort()).toEqual([...workers, ...ofRunner].sort());
  });

  test('the runner has its own filter, and everything else that of the container runtime', () => {
    const profiles = podsIn(ofKind(folder, 'Deployment')).map(({ owner, pod }) => [
      owner.metadata.name,
      pod.spec.securityContext?.seccompProfile,
    ]);
    for (const [name, profile] of profiles) {
      const own = { type: 'Localhost', localhostProfile: 'profiles/tradeium-runner.json' };
      expect([name, profile]).toEqual([name, name === 'strategy-runner' ? own : { type: 'RuntimeDefault' }]);
    }
  });

  test('strategies run in a namespace that reaches names, Temporal and the object store only', () => {
    const policies = ofKind(folder, 'NetworkPolicy').filter(
      ({ metadata }) => metadata.namespace === 'tradeium-runner',
    );
    const egress = policies.filter(({ spec }) => (spec as { egress?: unknown[] }).egress?.length);
    expect(egress.map(({ metadata }) => metadata.name).sort()).toEqual(['names', 'to-blobs', 'to-temporal']);
    expect(JSON.stringify(egress)).not.toContain('0.0.0.0/0');
  });

  test.each(['tradeium', 'tradeium-runner'])('%s lets nothing in or out that is not named', (namespace) => {
    const policy = ofKind(folder, 'NetworkPolicy').find(
      ({ metadata }) => metadata.namespace === namespace && metadata.name === 'nothing-else',
    );
    expect(policy?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });
});
