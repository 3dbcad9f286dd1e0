// Which modules travel together on a first load: every file costs a round trip, so what a page needs comes in few of them.
import type { Rolldown } from 'vite';

/** Controls that the login and the workspace have in common, so that neither has to load the other. */
const CONTROLS =
  /@mantine[\\/]core[\\/]esm[\\/]components[\\/](ActionIcon|Alert|Anchor|Checkbox|CloseButton|Group|Input|InputBase|Paper|PasswordInput|TextInput|Title)[\\/]|web[\\/]src[\\/]lib[\\/](use-page-title|format)/;

/** Each group takes its modules with all that they import, unless an earlier group has them. */
export const FIRST_LOAD: Rolldown.CodeSplittingGroup[] = [
  // Executed as soon as it is there, before all that draws.
  { name: 'data', test: /web[\\/]src[\\/]app[\\/]workspace[\\/]first-data\.ts$/, priority: 5 },
  { name: 'base', test: /web[\\/]src[\\/]app[\\/]main\.tsx$/, priority: 4 },
  { name: 'controls', test: CONTROLS, priority: 3 },
  { name: 'frame', test: /web[\\/]src[\\/]app[\\/]app-frame\.tsx$/, priority: 2 },
  {
    name: 'workspace',
    test: /web[\\/]src[\\/]app[\\/]workspace[\\/](backtest-page|panes-layout)\.tsx$/,
    priority: 1,
  },
];
