// A control that is busy is disabled, and browsers take the focus from it: it comes back once the control can be used again.

const isDisabled = (element: Element): boolean => element.hasAttribute('disabled');

/** Nothing has the focus, so restoring it takes it from no other element. */
const isFree = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Watches all controls of the page; what it returns ends that. */
export const keepFocus = (): (() => void) => {
  let lost: HTMLElement | null = null;
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement)) continue;
      // The browser takes the focus when it draws, which is after this.
      if (isDisabled(target) && target === document.activeElement) lost = target;
      else if (target === lost && !isDisabled(target)) {
        if (isFree()) target.focus({ preventScroll: true });
        lost = null;
      }
    }
  });
  // A user who presses or goes elsewhere meanwhile wants to be there.
  const forget = ({ target }: Event) => {
    if (target !== lost) lost = null;
  };
  observer.observe(document, { subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('pointerdown', forget, { capture: true });
  document.addEventListener('focusin', forget, { capture: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('pointerdown', forget, { capture: true });
    document.removeEventListener('focusin', forget, { capture: true });
  };
};
