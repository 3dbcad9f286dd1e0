// An operator's command line: makes the secrets of a deployment in containers, one file each.
import { parseArgs } from 'node:util';
import { giveAway, handOut, writeSecrets } from '@tradeium/embedded';
import { runCommand, UsageError } from './command-line.ts';

const USAGE = `npm run secrets -- DIRECTORY   writes every secret that is not there yet as a file named like its setting
What a kind of process has for itself is in its own folder: auth/NATS_PASSWORD. The users of NATS are in nats/server.conf.
In docker-compose.yml, as root:
  --hand-out DIRECTORY         writes a folder for each process, which its group alone can read; settings of third parties
                               come from the environment
  --own DIRECTORY              makes a volume our containers' own; may be repeated`;

await runCommand(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'hand-out': { type: 'string' }, own: { type: 'string', multiple: true, default: [] } },
  });
  const [directory, ...rest] = positionals;
  if (directory === undefined || rest.length > 0) throw new UsageError();
  const written = await writeSecrets(directory);
  console.log(
    written.length === 0
      ? `All secrets are in ${directory}.`
      : `Written to ${directory}: ${written.join(', ')}.`,
  );
  await giveAway(values.own);
  if (values['hand-out'] !== undefined) await handOut(directory, values['hand-out'], process.env);
  return true;
});
