// An operator's command line: status of read models and reactions, rebuild one, try parked events again.
import { randomUUID } from 'node:crypto';
import { isRefusal, operationsOf, refusalText, SERVICE_NAMES, type ServiceName } from '@tradeium/contracts';
import { blobAccess, openBlobs, openRequestClient } from '@tradeium/service-kit';
import { connectOperator, type OperatorAccess, operatorAccess } from './running-system.ts';

const USAGE = `npm run operate -- status
npm run operate -- rebuild <service> <read model>
npm run operate -- retry-parked <service>
Services: ${SERVICE_NAMES.join(', ')}. The system is found by NATS_URL, or by run.json in TRADEIUM_HOME (.tradeium).`;

const STATUS_TIMEOUT_MS = 5_000;
const REBUILD_TIMEOUT_MS = 60 * 60_000;

const accessOrExit = (): OperatorAccess => {
  try {
    return operatorAccess();
  } catch (cause) {
    console.error(`${(cause as Error).message}\n${USAGE}`);
    return process.exit(1);
  }
};

const nc = await connectOperator(accessOrExit()).catch((cause: Error) => {
  console.error(cause.message);
  return process.exit(1);
});
const client = openRequestClient(nc, openBlobs(blobAccess()));
const context = () => ({ commandId: randomUUID(), correlationId: randomUUID() });

const status = async (): Promise<void> => {
  const answers = await Promise.all(
    SERVICE_NAMES.map(async (service) => {
      const options = { timeoutMs: STATUS_TIMEOUT_MS };
      return [
        service,
        await client.request(operationsOf(service).getStatus, {}, context(), options),
      ] as const;
    }),
  );
  for (const [service, result] of answers) {
    if (isRefusal(result)) {
      console.log(`${service.padEnd(16)} ${refusalText(result)}`);
      continue;
    }
    const { readModels, reactions, capabilities } = result.output;
    const print = (kind: string, name: string, ...facts: string[]) =>
      console.log(`${service.padEnd(16)} ${kind.padEnd(11)} ${name.padEnd(26)} ${facts.join(', ')}`);
    for (const [name, state] of Object.entries(capabilities)) print('capability', name, state);
    for (const { name, state, reason, behind, parked } of readModels) {
      const figures = [`behind ${behind}`, `parked ${parked ?? 'unknown'}`];
      print('read model', name, reason === null ? state : `${state} (${reason})`, ...figures);
    }
    for (const { name, state, behind, parked, oldestParkedAt, newer, expired } of reactions) {
      const since = oldestParkedAt === null ? '' : ` since ${oldestParkedAt}`;
      const figures = [
        `behind ${behind}`,
        `parked ${parked}${since}`,
        `newer ${newer}`,
        `expired ${expired}`,
      ];
      print('reaction', name, state, ...figures);
    }
  }
};

const isService = (name: string | undefined): name is ServiceName =>
  SERVICE_NAMES.some((service) => service === name);

const run = async ([command, service, name = '']: string[]): Promise<void> => {
  if (command === 'status') return status();
  if (!isService(service)) throw new Error(USAGE);
  const operations = operationsOf(service);
  const result =
    command === 'rebuild'
      ? await client.request(operations.rebuildReadModel, { name }, context(), {
          timeoutMs: REBUILD_TIMEOUT_MS,
        })
      : command === 'retry-parked'
        ? await client.request(operations.retryParked, {}, context(), { timeoutMs: REBUILD_TIMEOUT_MS })
        : null;
  if (result === null) throw new Error(USAGE);
  if (isRefusal(result)) throw new Error(refusalText(result));
  console.log(JSON.stringify(result.output));
};

try {
  await run(process.argv.slice(2));
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
await nc.close();
