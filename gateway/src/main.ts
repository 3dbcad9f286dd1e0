// Starts the gateway: the one door through which browsers and API clients reach the services.
import { startProcess } from '@tradeium/service-kit';
import { gatewayConfig } from './config.ts';
import { gatewayParts } from './gateway-parts.ts';
import { listen } from './server.ts';

const HEALTH_PORT = 4100;

await startProcess({ name: 'gateway', config: gatewayConfig, healthPort: HEALTH_PORT }, async (process) => {
  const { lifetime, config, log } = process;
  const stopping = new AbortController();
  const parts = gatewayParts({ ...process, stopping: stopping.signal });
  const server = await listen(parts);
  lifetime.onStop('http', async () => {
    stopping.abort();
    await server.close();
    await parts.streamHost.stop();
    await parts.studyFiles.close();
  });
  log.info({ port: server.port, url: config.PUBLIC_URL }, 'listening');
});
