// Runs the stand-ins that its arguments name, in one process, and prints a line of JSON on stdout when all are ready.
import { collectGarbage } from '@tradeium/service-kit/collect-garbage';
import { runUntilStopped } from '@tradeium/service-kit/lifetime';
import { startStandIns } from './stand-ins.ts';

const { ready, close } = await startStandIns(process.argv.slice(2));
runUntilStopped(ready, close);
collectGarbage();
