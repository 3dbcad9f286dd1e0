// Runs the balancer as a process: PORT, HOST (127.0.0.1), and TARGET_PORTS with the gateways' ports, separated by commas.
import { readPort, runUntilStopped } from '@tradeium/service-kit/run-until-stopped';
import { startBalancer } from './balancer.ts';

const targets = (process.env.TARGET_PORTS ?? '').split(',').map(Number);
const host = process.env.HOST || '127.0.0.1';
const balancer = await startBalancer({ port: readPort('PORT'), host, targets });
runUntilStopped({ url: `http://127.0.0.1:${balancer.port}` }, balancer.close);
