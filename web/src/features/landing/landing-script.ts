// The landing page's script: switches the colour scheme and preloads the app.

/** The key and the attribute are the app's own, so that both show the same colours. */
const STORAGE_KEY = 'tradeium-color-scheme';
const ATTRIBUTE = 'data-mantine-color-scheme';

const otherScheme = (): string =>
  document.documentElement.getAttribute(ATTRIBUTE) === 'light' ? 'dark' : 'light';

const startToggle = (toggle: HTMLElement): void => {
  const name = () => {
    toggle.title = `Switch to ${otherScheme()} mode`;
    toggle.ariaLabel = toggle.title;
  };
  toggle.addEventListener('click', () => {
    const scheme = otherScheme();
    document.documentElement.setAttribute(ATTRIBUTE, scheme);
    try {
      localStorage.setItem(STORAGE_KEY, scheme);
    } catch {
      // Storage may be forbidden: then the choice lasts as long as the page.
    }
    name();
  });
  name();
  toggle.hidden = false;
};

/** Prefetches what the app's document loads, at the lowest priority and only once this page is done. */
const prefetchApp = async (): Promise<void> => {
  const response = await fetch('/auth', { signal: AbortSignal.timeout(10_000) });
  const app = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of app.querySelectorAll(
    'script[type=module][src], link[rel=modulepreload], link[rel=stylesheet]',
  )) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = part.getAttribute('src') ?? part.getAttribute('href') ?? '';
    document.head.append(link);
  }
};

const toggle = document.getElementById('scheme-toggle');
if (toggle) startToggle(toggle);

/** A visitor who points at a link into the app is likely to follow it. */
const onIntent = ({ target }: Event): void => {
  if (!(target instanceof Element) || !target.closest('a[href^="/auth"]')) return;
  for (const type of INTENTS) document.removeEventListener(type, onIntent);
  // Whatever is not fetched now, the app's own document fetches.
  prefetchApp().catch(() => undefined);
};
const INTENTS = ['pointerover', 'touchstart', 'focusin'] as const;
for (const type of INTENTS) document.addEventListener(type, onIntent, { passive: true });
