// Groups modules into few files for a first load, because every file costs a round trip.
import type { Rolldown } from 'vite';

/** Controls that the login and the workspace have in common. */
const CONTROLS =
  '@mantine/core/esm/components/(?:ActionIcon|Alert|Anchor|CloseButton|Group|Input|InputBase|Paper|TextInput|Title)/|web/src/(?:lib/(?:use-page-title|format)|ui/loading/failure-alert)';

/** One stylesheet for the parts of the workspace that are always there. */
const STYLES =
  'web/src/(?:(?:app|ui|features/(?:backtest-\\w+|credits))/.*|features/agent-chat/chat-panel)\\.module\\.css$|@mantine/core/styles/(?:Avatar|Combobox|VisuallyHidden)\\.layer\\.css$';

/** Each group takes its modules with all that they import, unless an earlier group has them. */
export const FIRST_LOAD: Rolldown.CodeSplittingGroup[] = [
  // Executed as soon as it arrives, before anything renders.
  {
    name: 'data',
    test: /web[\\/]src[\\/]app[\\/]workspace[\\/]loading[\\/]first-data\.ts$/,
    priority: 4,
  },
  {
    name: 'base',
    test: new RegExp(`web/src/app/main\\.tsx$|${CONTROLS}|${STYLES}`.replaceAll('/', '[\\\\/]')),
    priority: 3,
  },
  { name: 'frame', test: /web[\\/]src[\\/]app[\\/]app-frame\.tsx$/, priority: 2 },
  {
    name: 'workspace',
    test: /web[\\/]src[\\/]app[\\/]workspace[\\/](?:backtest-page|layout[\\/]panes-layout)\.tsx$/,
    priority: 1,
  },
];
