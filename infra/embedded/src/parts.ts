// Gets what the processes need before they can start, on demand.
import { join } from 'node:path';
import { declareStreams } from '@tradeium/event-store/streams';
import { natsAccess, natsOptions } from '@tradeium/service-kit/connections';
import { natsUsers } from '@tradeium/service-kit/nats-users';
import { connect } from 'nats';
import { operatorUrl } from './addresses.ts';
import { buildWeb, buildWorkflows } from './builds/build-steps.ts';
import { canOwnNetworks } from './doors/doors.ts';
import { signingKeys } from './own-process.ts';
import type { Progress } from './process/progress.ts';
import { natsPasswords } from './secrets.ts';
import { mongodbLaunch, mongodbProgram } from './servers/mongodb.ts';
import { natsLaunch, natsProgram } from './servers/nats.ts';
import { inOwnTemporalNetwork, temporalLaunch, temporalProgram } from './servers/temporal.ts';
import { ensureBubblewrap } from './setup/bubblewrap.ts';
import { strategyEnvironment } from './setup/python.ts';
import type { Parts, Setup } from './system-setup.ts';

/** The parts of a system: servers with their data under its home, builds under the repository. */
export const systemParts = (setup: Omit<Setup, 'parts'>, progress: Progress): Parts => {
  const { home, ports, root } = setup;
  return {
    nats: once(async () =>
      natsLaunch(await natsProgram(progress), {
        dataDirectory: join(home, 'nats'),
        port: ports.nats,
        monitoringPort: ports.natsMonitoring,
        configuration: [natsUsers(natsPasswords(setup.secrets))],
      }),
    ),
    mongodb: once(async () =>
      mongodbLaunch(await mongodbProgram(progress), {
        dataDirectory: join(home, 'mongodb'),
        port: ports.mongodb,
      }),
    ),
    temporal: once(async () => {
      const options = { port: ports.temporal, uiPort: ports.temporalUi };
      const dataFile = join(home, 'temporal', 'temporal.db');
      const launch = await temporalLaunch(await temporalProgram(progress), { dataFile, ...options });
      if (await canOwnNetworks()) return inOwnTemporalNetwork(launch, options);
      progress(
        'Pages of other sites may read what Temporal shows here: bubblewrap cannot give it a network.',
      );
      return launch;
    }),
    python: once(() => strategyEnvironment(progress)),
    sandbox: once(() => ensureBubblewrap(progress)),
    web: oneAtATime(() => buildWeb(root, progress)),
    workflows: oneAtATimeEach((service) => buildWorkflows(root, service, progress)),
    streams: once(async () => {
      const connection = await connect({
        ...natsOptions(natsAccess(operatorUrl(setup), signingKeys(setup, 'operator')), 'operator'),
        timeout: 5_000,
        name: 'streams',
      });
      try {
        await declareStreams(connection, { replicas: Number(setup.env.NATS_REPLICAS || 1) });
      } finally {
        await connection.close();
      }
    }),
  };
};

/** The same promise for every call, but a new attempt after a failure. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((cause) => {
      made = undefined;
      throw cause;
    });
    return made;
  };
};

/** Simultaneous calls share the work; a later one checks again, as the source may have changed. */
const oneAtATime = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let going: Promise<T> | undefined;
  return () => {
    going ??= make().finally(() => {
      going = undefined;
    });
    return going;
  };
};

/** The same for each of several things. */
const oneAtATimeEach = <Key, T>(make: (key: Key) => Promise<T>): ((key: Key) => Promise<T>) => {
  const each = new Map<Key, () => Promise<T>>();
  return (key) => {
    const one = each.get(key) ?? oneAtATime(() => make(key));
    each.set(key, one);
    return one();
  };
};
