// Reports a run outside of the page: in the tab's title and, if the user wants, in a browser notification.
import type { Ending } from './run-slice.ts';

const KEY = 'tradeium-notify-runs';

const SIGNS: Readonly<Record<Ending, string | null>> = {
  completed: '✓ Backtest completed',
  failed: '✗ Backtest failed',
  cancelled: 'Backtest cancelled',
  unknown: null,
};

/** The tab's title during a run; `share` is 0..1. */
export const runningTitle = (share: number): string => `${Math.floor(100 * share)}% Executing... – Tradeium`;

/** The tab's title once a run has ended; null when there is nothing to report. */
export const endedTitle = (ending: Ending): string | null =>
  SIGNS[ending] === null ? null : `${SIGNS[ending]} – Tradeium`;

/** Says if the browser may notify: `blocked` can only be undone in the browser's own settings. */
export type NotifyState = 'off' | 'on' | 'blocked' | 'unsupported';

const isWanted = (): boolean => {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
};

const keepWanted = (wanted: boolean): void => {
  try {
    localStorage.setItem(KEY, wanted ? '1' : '0');
  } catch {
    console.warn('the choice to be notified could not be kept');
  }
};

export const notifyState = (): NotifyState => {
  if (!('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return isWanted() && Notification.permission === 'granted' ? 'on' : 'off';
};

/** Asks for the permission when it is needed: only a click may do that. */
export const chooseNotify = async (wanted: boolean): Promise<NotifyState> => {
  keepWanted(wanted);
  if (wanted && notifyState() === 'off') await Notification.requestPermission();
  return notifyState();
};

/** Shows the notification of an end. When several tabs report the same run, only the last notification stays. */
export const notifyEnd = (runId: string, ending: Ending, text: string): void => {
  const title = SIGNS[ending];
  if (title === null || notifyState() !== 'on') return;
  try {
    const notification = new Notification(title, { body: text, tag: runId, icon: '/favicon.svg' });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Phones only allow notifications from service workers; the title already shows the end.
    console.warn('this browser shows no notifications of pages');
  }
};
