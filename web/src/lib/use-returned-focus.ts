// Where the focus goes when a dialog closes: back to what opened it, to the nearest place that is still there, or to the page.
import { useEffect, useState } from 'react';

/** The element that every page is shown in. A dialog that nothing on the page opened leaves the focus there. */
const PAGE_ID = 'main';

/** An entry of a menu goes when it is chosen: the menu's button stands for it. */
const openerOf = (focused: Element | null): Element | null => {
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : focused;
};

/** The element and all around it in the page. */
const placesFrom = (element: Element | null): HTMLElement[] =>
  element instanceof HTMLElement && element !== document.body
    ? [element, ...placesFrom(element.parentElement)]
    : [];

/** For what is drawn only while it is open, or can be used, and takes the focus with it when it goes. */
export const useReturnedFocus = (isOpen: boolean): void => {
  // Read before anything changes: an entry of a menu may go as the dialog comes.
  const [places] = useState(() => (isOpen ? placesFrom(openerOf(document.activeElement)) : []));
  useEffect(
    () => () => {
      for (const place of [...places, document.getElementById(PAGE_ID)]) {
        if (document.activeElement !== document.body) return;
        if (place?.isConnected) place.focus({ preventScroll: true });
      }
    },
    [places],
  );
};
