// The processes of the services, as the manifest declares them.
import { SERVICE_NAMES, SERVICES, type ServiceDeclaration, type ServiceName } from '@tradeium/contracts';
import { replicaNames } from './addresses.ts';
import { workflowBundle } from './builds/build-steps.ts';
import { service } from './own-process.ts';
import { settingOf } from './service-settings.ts';
import type { ProcessSpec } from './supervisor/supervised-process.ts';
import type { Setup } from './system-setup.ts';

/** Every service of the manifest, as many times as there are replicas. */
export const serviceProcesses = (setup: Setup): ProcessSpec[] =>
  SERVICE_NAMES.flatMap((name) =>
    replicaNames(name, setup.replicas).map((process) => serviceProcess(setup, name, process)),
  );

/** True if a service has workflows, which are bundled before it starts. */
export const hasWorkflows = (name: ServiceName): boolean =>
  (SERVICES[name] as ServiceDeclaration).needs.includes('temporal');

/** Services run without most of their dependencies; they start after them only so that a first start is calm. */
const serviceProcess = (setup: Setup, name: ServiceName, process: string): ProcessSpec => {
  const { needs, environment }: ServiceDeclaration = SERVICES[name];
  const { parts, root } = setup;
  return service(setup, {
    name: process,
    entry: `services/${name}/src/main.ts`,
    after: ['nats', ...needs],
    env: {
      ...Object.fromEntries(environment.flatMap((variable) => settingOf(setup, process, variable))),
      ...(hasWorkflows(name) && { WORKFLOW_BUNDLE: workflowBundle(root, name) }),
    },
    ...(hasWorkflows(name) && { prepare: () => parts.workflows(name) }),
    arrange: parts.streams,
  });
};
