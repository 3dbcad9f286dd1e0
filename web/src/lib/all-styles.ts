// The whole stylesheet of the design system: the document has only what its first screens need.
import stylesheet from '@mantine/core/styles.css?url';

/** Its place in the order of all rules is right behind those that the document has. */
const FIRST = 'first-styles';

const load = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = stylesheet;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error('the styles cannot be loaded'));
    };
    document.getElementById(FIRST)?.after(link);
  });

let loading: Promise<void> | undefined;

/** Resolves once every part of the design system has its styles; may be tried again when it fails. */
export const allStyles = (): Promise<void> => {
  loading ??= load().catch((failure: unknown) => {
    loading = undefined;
    throw failure;
  });
  return loading;
};
