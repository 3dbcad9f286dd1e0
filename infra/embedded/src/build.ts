// `npm run build`: the web pages and the workflow bundles, which start, tests and images use as they are.
import { SERVICE_NAMES } from '@tradeium/contracts';
import { buildWeb, buildWorkflows } from './builds/build-steps.ts';
import { root } from './repository.ts';
import { hasWorkflows } from './service-processes.ts';
import { messageOf } from './setup-error.ts';

const say = (line: string): void => console.log(line.trim());

try {
  const bundled = SERVICE_NAMES.filter(hasWorkflows).map((name) => buildWorkflows(root, name, say));
  for (const output of await Promise.all([buildWeb(root, say), ...bundled])) say(`${output} is up to date`);
} catch (cause) {
  console.error(messageOf(cause));
  process.exitCode = 1;
}
