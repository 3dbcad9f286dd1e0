// Bundles a service's workflows ahead of time, so that its worker starts without a bundler.
import { writeFile } from 'node:fs/promises';
import { bundleWorkflowCode } from '@temporalio/worker';

const [entry, output] = process.argv.slice(2);
if (!entry || !output) throw new Error('usage: bundle-workflows.ts <entry> <output>');

const { code } = await bundleWorkflowCode({ workflowsPath: entry });
await writeFile(output, code);
