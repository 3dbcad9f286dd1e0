// Names the page in the browser's tab and history; a notice takes the name's place while it lasts.
import { useEffect } from 'react';

let pageTitle: string | null = null;
let notice: string | null = null;

const write = (): void => {
  const title = notice ?? pageTitle;
  if (title !== null) document.title = title;
};

/** Titles the page after what it shows. */
export const usePageTitle = (title: string): void =>
  useEffect(() => {
    pageTitle = `${title} · Tradeium`;
    write();
  }, [title]);

/** Shows a text in place of the page's title; null restores it. */
export const setTitleNotice = (text: string | null): void => {
  if (notice === text) return;
  pageTitle ??= document.title;
  notice = text;
  write();
};
