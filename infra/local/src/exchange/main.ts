// Runs the exchange as a process: PORT (0 picks one), and a line of JSON on stdout when it is ready.
import { setFlagsFromString } from 'node:v8';
import { readPort, runUntilStopped } from '../process.ts';
import { startExchange } from './exchange.ts';

// Answers are short-lived garbage; without room to grow for it the process stays 50 MB smaller, at the same speed.
setFlagsFromString('--semi-space-growth-factor=1');

const exchange = await startExchange({ port: readPort('PORT') });
runUntilStopped({ url: exchange.url }, exchange.close);
