// How much work each frame after an input takes, and how evenly a page draws.
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, as the duration is. */
  readonly ts: number;
  readonly dur?: number;
  readonly args: { readonly data?: { readonly type?: string } };
};

const TRACED = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
const INPUTS: readonly unknown[] = ['keydown', 'pointermove'];
/** Long enough for all frames of an input, also on a slow processor. */
const PAUSE_MS = 100;

/** Of each input, the work of its heaviest frame in ms: all tasks of the main thread from one drawn frame to the next. */
const heaviestFrames = (events: readonly TraceEvent[]): number[] => {
  const isInput = ({ name, args }: TraceEvent) =>
    name === 'EventDispatch' && INPUTS.includes(args.data?.type);
  const first = events.find(isInput);
  const ofPage = events
    .filter(({ pid, tid }) => pid === first?.pid && tid === first.tid)
    .sort((a, b) => a.ts - b.ts);
  /** For each input, the work of its frames in ms. */
  const inputs: number[][] = [];
  let [workUs, taskUs] = [0, 0];
  for (const event of ofPage) {
    if (isInput(event)) {
      inputs.push([]);
      // Earlier work does not count; the task that handles the input does.
      workUs = taskUs;
    } else if (event.name === 'RunTask') {
      taskUs = event.dur ?? 0;
      workUs += taskUs;
    } else if (event.name === 'Commit') {
      inputs.at(-1)?.push(workUs / 1_000);
      workUs = 0;
    }
  }
  return inputs.filter((frames) => frames.length > 0).map((frames) => Math.max(...frames));
};

/** Milliseconds of work in the heaviest frame of each of `times` inputs: handlers, scripts, layout and painting. */
export const inputFrames = async (
  page: Page,
  times: number,
  act: (turn: number) => Promise<void>,
): Promise<number[]> => {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: TRACED });
  for (let turn = 0; turn < times; turn += 1) {
    await act(turn);
    await delay(PAUSE_MS);
  }
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  return heaviestFrames(traceEvents);
};

/** Slows the page's processor down, as a phone's is. */
export const slowProcessor = async (page: Page, rate: number): Promise<void> => {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate });
};

/** Scrolls an element by `stepPx` in each frame; the milliseconds between one frame and the next. */
export const scrollFrames = (
  page: Page,
  selector: string,
  frames: number,
  stepPx: number,
): Promise<number[]> =>
  page.evaluate(
    async ([target, count, step]) => {
      const element = document.querySelector(target);
      if (!element) throw new Error(`there is no ${target}`);
      const times: number[] = [];
      for (let frame = 0; frame <= count; frame += 1) {
        times.push(await new Promise<number>(requestAnimationFrame));
        element.scrollTop += step;
      }
      return times.slice(1).map((time, index) => time - (times[index] as number));
    },
    [selector, frames, stepPx] as const,
  );
