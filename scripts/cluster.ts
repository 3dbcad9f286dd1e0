// An operator's command line for Kubernetes: renders the manifests, and makes the Secrets that they read.
import { parseArgs } from 'node:util';
import { APPLIED, filledSecrets, objectsIn, render, secretsNeeded } from '@tradeium/cluster';
import { stringify } from 'yaml';
import { tryOnNode } from './cluster-trial/trial.ts';
import { runCommand, UsageError } from './command-line.ts';

const USAGE = `npm run --silent cluster -- render <folder>               prints what k8s/<folder> is: ${APPLIED.join(', ')}
npm run --silent cluster -- secrets <folder> <directory>  prints the Secrets that it needs, from the files of a directory
npm run cluster -- try                                    applies k8s/overlays/trial to a node on this machine, and checks it
The first two are for kubectl apply --filename -. Exit code 0: all is well; 1: something is missing; 2: the command was not understood.`;

const progress = (line: string) => console.error(line);

const run = async (): Promise<boolean> => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, folder = '', directory] = positionals;
  if (command === 'render' && positionals.length === 2) console.log(await render(folder, progress));
  else if (command === 'secrets' && directory && positionals.length === 3) {
    const needed = secretsNeeded(objectsIn(await render(folder, progress)));
    const secrets = await filledSecrets(needed, directory);
    console.log(secrets.map((secret) => stringify(secret)).join('---\n'));
  } else if (command === 'try' && positionals.length === 1) await tryOnNode();
  else throw new UsageError('');
  return true;
};

await runCommand(USAGE, run);
