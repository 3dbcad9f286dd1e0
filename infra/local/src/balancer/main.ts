// Runs the balancer as a process: PORT, HOST (127.0.0.1), and TARGET_PORTS with the gateways' ports, separated by commas.
import { port, readConfig } from '@tradeium/service-kit/config';
import { runUntilStopped } from '@tradeium/service-kit/lifetime';
import { z } from 'zod';
import { startBalancer } from './balancer.ts';

const config = z.object({ PORT: port.default(0), HOST: z.string().default('') });
const { PORT, HOST } = readConfig(config);
const targets = (process.env.TARGET_PORTS ?? '').split(',').map(Number);
const balancer = await startBalancer({ port: PORT, host: HOST || '127.0.0.1', targets });
runUntilStopped({ url: `http://127.0.0.1:${balancer.port}` }, balancer.close);
