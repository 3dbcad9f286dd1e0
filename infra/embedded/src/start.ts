// `npm start` and `npm run dev`: the whole system in this terminal until Ctrl-C.
import { collectGarbage } from '@tradeium/service-kit/collect-garbage';
import { onStopRequest } from './process/stop-request.ts';
import { killGuarded } from './process/watchdog.ts';
import { messageOf, SetupError } from './setup-error.ts';
import { type RunningSystem, startSystem } from './start-system.ts';
import { terminalReport } from './supervisor/output.ts';
import { PROCESS_NAMES } from './system.ts';

const stopping = new AbortController();
const report = terminalReport(process.stdout, PROCESS_NAMES, Boolean(process.env.NO_COLOR));
let system: RunningSystem | undefined;

onStopRequest(
  () => {
    report('', 'Stopping … (again to end everything at once)');
    stopping.abort();
    void stop();
  },
  () => {
    killGuarded();
    process.exit(130);
  },
);

const stop = async (): Promise<void> => {
  if (!system) return;
  await system.stop();
  report('', 'Stopped.');
  process.exit(0);
};

try {
  report('', 'Starting Tradeium …');
  system = await startSystem({ watch: process.argv.includes('--watch'), report, signal: stopping.signal });
  if (system.pages) report('', `Pages that reload by themselves: ${system.pages}`);
  report('', `Tradeium is ready at ${system.urls.gateway}`);
  collectGarbage();
  if (stopping.signal.aborted) await stop();
} catch (cause) {
  if (stopping.signal.aborted) report('', 'Stopped.');
  else console.error(cause instanceof SetupError ? messageOf(cause) : cause);
  process.exit(stopping.signal.aborted ? 130 : 1);
}
