// An operator's command line for the streams and buckets of NATS: makes those that are missing, and checks them all.
import { parseArgs } from 'node:util';
import { assertStorage } from '@tradeium/event-store';
import { declareStreams } from '@tradeium/event-store/streams';
import { runCommand, UsageError } from './command-line.ts';
import { connectOperator, operatorAccess, readRunFile } from './running-system.ts';

const USAGE = `npm run streams -- declare [--replicas 3]   makes what is missing, adds replicas; changes nothing else
npm run streams -- check [--replicas 3]     asks what every service asks when it starts
The system is found by NATS_URL and NATS_MONITORING_URL (the monitoring address of every server, separated by commas),
or by run.json in TRADEIUM_HOME (.tradeium). Without --replicas: NATS_REPLICAS, else 1.
Exit code 0: all is well; 1: something is wrong; 2: the command was not understood.`;

const run = async (): Promise<boolean> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replicas: { type: 'string', default: process.env.NATS_REPLICAS || '1' } },
  });
  const [command] = positionals;
  const replicas = Number(values.replicas);
  const isKnown = positionals.length === 1 && (command === 'declare' || command === 'check');
  if (!isKnown || !Number.isInteger(replicas) || replicas < 1) throw new UsageError('');
  const running = readRunFile();
  const monitoring = process.env.NATS_MONITORING_URL || running?.nats_monitoring || '';
  const nc = await connectOperator(operatorAccess());
  try {
    if (command === 'declare') await declareStreams(nc, { replicas });
    else await assertStorage(nc, { replicas, monitoringUrls: monitoring.split(',').filter(Boolean) });
    console.log('All streams and buckets are as they must be.');
    return true;
  } finally {
    await nc.close();
  }
};

await runCommand(USAGE, run);
