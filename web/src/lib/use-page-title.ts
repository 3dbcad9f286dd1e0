// Names the page in the browser's tab and history.
import { useDocumentTitle } from '@mantine/hooks';

/** Titles the page after what it shows. */
export const usePageTitle = (title: string): void => useDocumentTitle(`${title} · Tradeium`);
