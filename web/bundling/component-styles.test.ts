// Each component of Mantine comes with its own stylesheet, below the app's own styles.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { componentStyles } from './component-styles.ts';

const core = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'));

/** The plugin's output for an empty module. */
const transformed = (command: 'build' | 'serve', id: string): string | undefined => {
  const plugin = componentStyles();
  const configure = plugin.configResolved as (config: { command: string }) => void;
  const transform = plugin.transform as unknown as (code: string, id: string) => { code: string } | undefined;
  configure({ command });
  return transform('', id)?.code.trim();
};

test('a build imports the stylesheet of a component with its class names', () => {
  expect(transformed('build', `${core}/esm/components/Button/Button.module.mjs`)).toBe(
    "import '@mantine/core/styles/Button.layer.css';",
  );
  expect(transformed('build', `${core}/esm/components/Button/Button.mjs`)).toBeUndefined();
});

test('every component that names classes has a stylesheet', () => {
  const components = globSync('esm/**/*.module.mjs', { cwd: core }).map((file) =>
    basename(file, '.module.mjs'),
  );
  expect(components.length).toBeGreaterThan(50);
  for (const name of components)
    expect(readFileSync(`${core}/styles/${name}.layer.css`, 'utf8')).toMatch(/^@layer mantine/);
});

test('the development server imports all of them with the app', () => {
  expect(transformed('serve', '/web/src/app/main.tsx')).toBe("import '@mantine/core/styles.layer.css';");
});

test("the document puts Mantine's styles above the page's base and below the app's", () => {
  expect(readFileSync(new URL('../app.html', import.meta.url), 'utf8')).toContain(
    '@layer base, mantine, scale;',
  );
});
