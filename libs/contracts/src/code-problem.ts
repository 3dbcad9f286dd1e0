// A problem of code in one line, as the editor and the agents show it.
import type { CodeProblem } from './http/strategy-routes.ts';

/** `Line 3: invalid syntax`. */
export const problemLine = ({ line, severity, message }: CodeProblem): string =>
  `${severity === 'warning' ? 'Warning, line' : 'Line'} ${line}: ${message}`;
