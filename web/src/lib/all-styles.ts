// The whole stylesheet of the design system: the document has only what its first screens need.
import stylesheet from '@mantine/core/styles.css?url';

/** Its place in the order of all rules is right behind those that the document has. */
const FIRST = 'first-styles';

const load = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const first = document.getElementById(FIRST);
    if (!first) return reject(new Error(`the document has no ${FIRST}`));
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = stylesheet;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error('the styles cannot be loaded'));
    };
    first.after(link);
  });

let loading: Promise<void> | undefined;

/** Resolves once every part of the design system has its styles; asked for twice before it fails, and may be tried again. */
export const allStyles = (): Promise<void> => {
  loading ??= load()
    .catch(load)
    .catch((failure: unknown) => {
      loading = undefined;
      throw failure;
    });
  return loading;
};
