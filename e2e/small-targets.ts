// Targets that a finger would miss: buttons, tabs, links and fields that are too small.
import type { Page } from '@playwright/test';

const TARGETS =
  'button, a[href], summary, select, textarea, input, [role=tab], [role=treeitem], [role=menuitem], [role=slider]';

/** Those in sight of the page that are lower than 40 px, by name and size; a link within a sentence is as high as its line. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((targets) => {
    const heightMin = 40;
    /** Rounding of half pixels. */
    const slack = 0.5;
    /** The area that is really pressed: the label of a box, the frame of a field, the ring around a handle. */
    const pressed = (element: Element): readonly Element[] => {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) return [element];
      const frame = element.closest('.mantine-Input-wrapper');
      return [element, ...(frame ? [frame] : []), ...(element.labels ?? [])];
    };
    const isInSentence = (element: Element): boolean =>
      element.matches('a') &&
      [...(element.parentNode?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    const heightOf = (element: Element): number => {
      const ring = getComputedStyle(element, '::after');
      const own = Math.max(...pressed(element).map((part) => part.getBoundingClientRect().height));
      return element.matches('[role=slider]') ? Math.max(own, Number.parseFloat(ring.height) || 0) : own;
    };
    const found = [...document.querySelectorAll(targets)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => element.getBoundingClientRect().width > 1 && !isInSentence(element))
      .filter((element) => heightOf(element) < heightMin - slack)
      .map((element) => {
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return `${element.tagName} ${name.slice(0, 40)}: ${heightOf(element)} px`;
      });
    return [...new Set(found)];
  }, TARGETS);
