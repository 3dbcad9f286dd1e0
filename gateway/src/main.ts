// Starts the gateway: the one door through which browsers and API clients reach the services.
import { startService } from '@tradeium/service-kit';
import { gatewayConfig } from './config.ts';
import { gatewayParts } from './gateway-parts.ts';
import { listen } from './server.ts';

await startService('gateway', gatewayConfig, async ({ lifetime, ...given }) => {
  const stopping = new AbortController();
  const server = await listen(gatewayParts({ ...given, stopping: stopping.signal }));
  lifetime.onStop('http', async () => {
    stopping.abort();
    await server.close();
  });
  given.log.info({ port: server.port, url: given.config.PUBLIC_URL }, 'listening');
  return {};
});
