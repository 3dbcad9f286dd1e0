// Has browsers compile the first load off the main thread while it arrives. Lazy compilation takes a third of the time to
// draw the workspace. See https://v8.dev/blog/explicit-compile-hints.
import type { Plugin } from 'vite';
import { FIRST_MODULES, filesOf } from './chunk-closure.ts';

/** Counts only as the first line of a file. */
const HINT = '//# allFunctionsCalledOnLoad\n';

export const compileHints = (): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of filesOf(bundle, FIRST_MODULES)) {
        const chunk = bundle[file];
        if (chunk?.type === 'chunk') chunk.code = HINT + chunk.code;
      }
    },
  },
});
