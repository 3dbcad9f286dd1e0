// An operator's command line: makes the secrets of a deployment in containers, one file each.
import { parseArgs } from 'node:util';
import { writeSecrets } from '@tradeium/embedded';
import { runCommand, UsageError } from './command-line.ts';

const USAGE = `npm run secrets -- DIRECTORY   writes every secret that is not there yet as a file named like its setting
What a kind of process has for itself is in its own folder: auth/NATS_PASSWORD. The users of NATS are in nats/server.conf.`;

await runCommand(USAGE, async () => {
  const [directory, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  if (directory === undefined || rest.length > 0) throw new UsageError();
  const written = await writeSecrets(directory);
  console.log(
    written.length === 0
      ? `All secrets are in ${directory}.`
      : `Written to ${directory}: ${written.join(', ')}.`,
  );
  return true;
});
