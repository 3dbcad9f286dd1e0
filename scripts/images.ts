// An operator's command line for images: builds them with the container engine of this machine, and attacks the runner's sandbox.
import { parseArgs } from 'node:util';
import {
  attack,
  buildImage,
  buildServers,
  findEngine,
  IMAGE_NAMES,
  type ImageName,
  makeBases,
  VERSION,
} from '@tradeium/docker';
import { runCommand, UsageError } from './command-line.ts';

const USAGE = `npm run images                     builds tradeium/${IMAGE_NAMES.join(', tradeium/')}
npm run images -- --only runner    only this one
npm run images -- --attack         attacks the sandbox in the runner's image, in every supported way
npm run images -- --servers        builds stand-ins for the servers' official images, where none can be pulled (with Go)
npm run images -- --bases          makes the bases where none can be pulled (Debian, as root, with debootstrap)
CONTAINER_ENGINE: docker or podman. NODE_EXTRA_CA_CERTS: the certificate of a proxy that opens TLS, for the builds too.
Exit code 0: all is well; 1: something is wrong; 2: the command was not understood.`;

const say = (line: string): void => console.log(line);

const run = async (): Promise<boolean> => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      attack: { type: 'boolean' },
      bases: { type: 'boolean' },
      servers: { type: 'boolean' },
    },
  });
  const { only } = values;
  if (only && !IMAGE_NAMES.includes(only as ImageName)) throw new UsageError(`There is no image ${only}.`);
  const engine = await findEngine();
  if (values.bases) {
    await makeBases(engine);
    return true;
  }
  if (values.servers) {
    for (const image of await buildServers(engine)) say(`${image} is built here`);
    return true;
  }
  if (values.attack) return attack(engine, say);
  for (const name of IMAGE_NAMES.filter((name) => !only || name === only)) {
    await buildImage(engine, name);
    say(`tradeium/${name}:${VERSION} is built`);
  }
  return true;
};

await runCommand(USAGE, run);
