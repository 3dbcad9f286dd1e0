// Writes the styles of the first screens into the document; those of the rest of the design system come after it.
import { readFileSync } from 'node:fs';
import { type AtRule, parse } from 'postcss';
import type { Plugin, Rolldown } from 'vite';
import { FIRST_MODULES, filesOf } from './chunk-closure.ts';
import { CLASS, matcherOf } from './unused-styles.ts';

type Bundle = Rolldown.OutputBundle;

const APP = 'app.html';
const PLACE = '<style id="first-styles"></style>';
const STYLESHEET = 'styles.css';
/** The modules in which the design system names the classes of a component. */
const CLASS_MODULE = /@mantine\/core\/esm\/.+\.module\.mjs$/;

/** The design system's classes that the code of these files can give to an element. */
const classesIn = (bundle: Bundle, files: Iterable<string>): Set<string> =>
  new Set(
    [...files]
      .flatMap((file) => {
        const chunk = bundle[file];
        return chunk?.type === 'chunk' ? chunk.moduleIds : [];
      })
      .filter((id) => CLASS_MODULE.test(id))
      .flatMap((id) => readFileSync(id, 'utf8').match(CLASS) ?? []),
  );

/** The part of a stylesheet that elements with only these of its classes need, in the same order. */
export const partFor = (css: string, classes: ReadonlySet<string>): string => {
  const stylesheet = parse(css);
  const canMatch = matcherOf(classes);
  stylesheet.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes')) return;
    if (!rule.selectors.some(canMatch)) rule.remove();
  });
  stylesheet.walkAtRules('keyframes', (frames) => {
    if (!canMatch(`.${frames.params}`)) frames.remove();
  });
  stylesheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return stylesheet.toString();
};

/**
 * The rest is the whole stylesheet, see `lib/all-styles.ts`: it takes its place right behind this part, so that among all
 * rules the order is the one that the design system has given them.
 */
export const firstStyles = (): Plugin => ({
  name: 'first-styles',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const app = bundle[APP];
      const whole = Object.values(bundle).find(
        (file) => file.type === 'asset' && file.names.includes(STYLESHEET),
      );
      if (app?.type !== 'asset' || whole?.type !== 'asset') throw new Error(`no ${APP} or no ${STYLESHEET}`);
      const part = partFor(String(whole.source), classesIn(bundle, filesOf(bundle, FIRST_MODULES)));
      const html = String(app.source);
      if (!html.includes(PLACE)) throw new Error(`${APP} has no place for the first styles`);
      app.source = html.replace(PLACE, () => PLACE.replace('><', () => `>${part}<`));
    },
  },
});
