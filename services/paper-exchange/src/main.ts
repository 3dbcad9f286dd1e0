// Runs the exchange as a process of its own, and prints a line of JSON on stdout when it answers.
import { collectGarbage } from '@tradeium/service-kit/collect-garbage';
import { runUntilStopped } from '@tradeium/service-kit/lifetime';
import { startFromEnvironment } from './from-environment.ts';

const { ready, close } = await startFromEnvironment();
runUntilStopped(ready, close);
collectGarbage();
