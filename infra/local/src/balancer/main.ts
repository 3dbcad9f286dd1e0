// Runs the balancer as a process: PORT, and TARGET_PORTS with the gateways' ports, separated by commas.
import { readPort, runUntilStopped } from '../process.ts';
import { startBalancer } from './balancer.ts';

const targets = (process.env.TARGET_PORTS ?? '').split(',').map(Number);
const balancer = await startBalancer({ port: readPort('PORT'), targets });
runUntilStopped({ url: `http://127.0.0.1:${balancer.port}` }, balancer.close);
