// Code that is only read, such as an agent's: plain at once, and coloured when the highlighter of the editor is there.
import { Suspense } from 'react';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import './code-text.css';

const ColouredPython = lazyNamed(() => import('./coloured-python.tsx'), 'ColouredPython');

/** `isPython` false leaves it plain: it is another language, or still being written. */
export const CodeText = ({ code, isPython }: { code: string; isPython: boolean }) => (
  <code className="code-text">
    <Suspense fallback={code}>{isPython ? <ColouredPython code={code} /> : code}</Suspense>
  </code>
);
