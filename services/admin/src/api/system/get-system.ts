// The work of the system, and what is stuck. It answers whatever is down, and says what does not answer.
import { messageOf } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, handler, listProcesses } from '@tradeium/service-kit';
import { openLook } from '../../system/look.ts';
import { askServices, servicesWith } from '../../system/services.ts';
import { streamsOf } from '../../system/streams.ts';
import type { SystemParts } from '../../system/system-parts.ts';
import { workflowsOf } from '../../system/workflows.ts';

export const getSystem = (parts: SystemParts): Handler =>
  fromAggregates(
    handler(messageOf('getSystem'), async (_input, request) => {
      const { nc, log, now } = parts;
      // It connects nowhere, but loading it holds up the process the first time: before the parts have their time.
      await parts.temporal();
      const look = openLook(log);
      const listed = look.at('NATS', [], () => listProcesses(nc));
      const [told, processes, streams, workflows] = await Promise.all([
        askServices(parts, look, listed, request),
        listed,
        look.at('JetStream', null, () => streamsOf(nc)),
        look.at('Temporal', null, () => workflowsOf(parts)),
      ]);
      const services = servicesWith(processes);
      const { problems } = look;
      return answer({
        at: now().toISOString(),
        problems: [...problems],
        services,
        ...told,
        streams,
        workflows,
      });
    }),
  );
