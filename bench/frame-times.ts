// How busy a page's main thread is for each thing that a user does, and how evenly it draws.
import type { CDPSession, Page } from '@playwright/test';

/** Seconds that the main thread has worked since the page was opened. */
const workedSeconds = async (client: CDPSession): Promise<number> => {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
};

/** Runs in the page: resolves when what was done is on the screen. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/** Milliseconds of work that each of `times` repetitions causes, from the input to the drawn frame. */
export const workOf = async (
  page: Page,
  times: number,
  act: (turn: number) => Promise<void>,
): Promise<number[]> => {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const before = await workedSeconds(client);
    await act(turn);
    await drawn(page);
    taken.push((await workedSeconds(client)) - before);
  }
  await client.detach();
  return taken.map((seconds) => seconds * 1_000);
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
