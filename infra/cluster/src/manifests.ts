// The objects of an overlay, as they would be applied.
import { join } from 'node:path';
import { lastLine, type Progress, root, run, SetupError } from '@tradeium/embedded';
import { parseAllDocuments } from 'yaml';
import { kustomizeProgram } from './programs.ts';

type Env = {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string } };
};
type Container = {
  name: string;
  image: string;
  args?: string[];
  env?: Env[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
};

/** A pod, as far as we look into it. */
export type Pod = {
  metadata: { labels: Record<string, string> };
  spec: {
    securityContext?: { seccompProfile?: { type: string; localhostProfile?: string } };
    containers: Container[];
    initContainers?: Container[];
    volumes?: { name: string; secret?: { secretName: string; items?: { key: string }[] } }[];
  };
};

/** An object of Kubernetes. */
export type Manifest = {
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Record<string, string>;
  spec?: {
    template?: Pod;
    metrics?: {
      external?: { metric: { name: string; selector: { matchLabels: { task_queue: string } } } };
    }[];
  };
};

/** The folders that are applied, from `k8s/`. */
export const APPLIED = [
  'overlays/trial/declare',
  'overlays/trial',
  'overlays/dev',
  'overlays/production/declare',
  'overlays/production',
] as const;

/** Renders a folder of `k8s/` with kustomize, as text. Throws a SetupError with its complaint. */
export const render = async (folder: string, progress: Progress): Promise<string> => {
  const program = await kustomizeProgram(progress);
  const { code, output } = await run(program, ['build', join(root, 'k8s', folder)], { timeoutMs: 60_000 });
  if (code !== 0) throw new SetupError(`k8s/${folder}: ${lastLine(output)}`);
  return output;
};

/** The objects of a rendered folder. */
export const objectsIn = (rendered: string): Manifest[] =>
  parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);

/** The objects that make pods, each with its pod. */
export const podsIn = (objects: readonly Manifest[]): { owner: Manifest; pod: Pod }[] =>
  objects.flatMap((owner) => (owner.spec?.template ? [{ owner, pod: owner.spec.template }] : []));
