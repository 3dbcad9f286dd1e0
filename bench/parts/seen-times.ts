// When something appears on the screen, recorded by the page itself: polling from outside would notice it late.
import type { Page } from '@playwright/test';

/** The selector that an element has to match and, when given, its whole text. */
export type Sight = { readonly selector: string; readonly text?: string };

/**
 * Runs in the page: resolves once all of it is there and the page has drawn a frame and answers. It checks after each change of
 * the document, not in each frame: on a slow processor that would take a third of the page's time.
 */
const seen = (sights: readonly Sight[]): Promise<void> =>
  new Promise((resolve) => {
    const isThere = ({ selector, text }: Sight) =>
      [...document.querySelectorAll(selector)].some(
        (element) => text === undefined || element.textContent === text,
      );
    const look = () => {
      if (!sights.every(isThere)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(resolve));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    look();
  });

/** Makes every document that the page opens from now on note when it shows all of this. */
export const noteSeen = async (page: Page, sights: readonly Sight[]): Promise<void> => {
  await page.addInitScript(`(${seen})(${JSON.stringify(sights)}).then(() => performance.mark('seen'));`);
};

/** Milliseconds from the start of the page's navigation until it showed all of that. */
export const seenAfterMs = async (page: Page): Promise<number> => {
  const noted = await page.waitForFunction(() => performance.getEntriesByName('seen')[0]?.startTime);
  return (await noted.jsonValue()) ?? Number.NaN;
};

/** Milliseconds since 1970 when the page shows this; call it before the trigger. */
export const seenAtMs = (page: Page, sight: Sight): Promise<number> =>
  page.evaluate(
    `(${seen})(${JSON.stringify([sight])}).then(() => performance.timeOrigin + performance.now())`,
  );

/** Milliseconds from the next mouse press until the page shows this; call it before the press. */
export const seenAfterPressMs = (page: Page, sight: Sight): Promise<number> =>
  page.evaluate(
    `new Promise((resolve) => addEventListener('pointerdown', resolve, { capture: true, once: true }))
      .then(({ timeStamp }) => (${seen})(${JSON.stringify([sight])}).then(() => performance.now() - timeStamp))`,
  );
