// Imports each of Mantine's stylesheets where its component is, so that a page loads the styles of what it shows.
import type { Plugin } from 'vite';

/** The module that names the classes of a component; the stylesheet of the same name has their rules. */
const CLASS_NAMES = /@mantine\/core\/esm\/.+\/(\w+)\.module\.mjs$/;
const ENTRY = /\/src\/app\/main\.tsx$/;

const withStylesheet = (name: string, code: string) => ({
  code: `import '@mantine/core/${name}.layer.css';\n${code}`,
  map: null,
});

/** A build takes one stylesheet per component. The development server bundles Mantine beforehand, and takes all of them. */
export const componentStyles = (): Plugin => {
  let isBuild = false;
  return {
    name: 'component-styles',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    transform: (code, id) => {
      const component = CLASS_NAMES.exec(id)?.[1];
      if (isBuild && component !== undefined) return withStylesheet(`styles/${component}`, code);
      return !isBuild && ENTRY.test(id) ? withStylesheet('styles', code) : undefined;
    },
  };
};
