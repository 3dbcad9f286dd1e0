// Carries code between the editor and its owner. Changes are reported once typing pauses, so that no key waits for React.
import { EditorView, ExternalChange } from '@uiw/react-codemirror';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { differenceOf, withBreaksOf } from '../../lib/code-text.ts';

const REST_MS = 300;
/** Without a pause, changes are reported this often. */
const WAIT_MAX_MS = 2_000;

/** Replaces what differs, so that the cursor and the rest of the page stay where they are. */
const show = (view: EditorView, code: string): void => {
  const doc = view.state.toText(code);
  const shown = view.state.doc;
  if (doc.eq(shown)) return;
  const changes = differenceOf(shown.toString(), doc.toString());
  view.dispatch({ changes, annotations: ExternalChange.of(true) });
};

/**
 * `listener` belongs into the editor's extensions. `report` reports the text at once: before it is used, when the
 * focus leaves, and when the page goes. A `value` that the owner did not get from here replaces the text.
 */
export const useTypedCode = (
  view: RefObject<EditorView | null>,
  value: string,
  onChange: ((code: string) => void) | undefined,
) => {
  const known = useRef(value);
  const waiting = useRef<{ timer: number; sinceMs: number } | null>(null);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  }, [onChange]);

  const report = useCallback(() => {
    if (waiting.current === null || view.current === null) return;
    window.clearTimeout(waiting.current.timer);
    waiting.current = null;
    const code = withBreaksOf(known.current, view.current.state.doc.toString());
    if (code === known.current) return;
    known.current = code;
    change.current?.(code);
  }, [view]);

  const listener = useMemo(
    () => [
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        if (!docChanged || transactions.some((one) => one.annotation(ExternalChange))) return;
        const now = performance.now();
        const sinceMs = waiting.current?.sinceMs ?? now;
        window.clearTimeout(waiting.current?.timer);
        const timer = window.setTimeout(report, Math.min(REST_MS, sinceMs + WAIT_MAX_MS - now));
        waiting.current = { timer, sinceMs };
      }),
      EditorView.domEventHandlers({ blur: report }),
    ],
    [report],
  );

  useEffect(() => {
    window.addEventListener('pagehide', report);
    return () => {
      window.removeEventListener('pagehide', report);
      report();
    };
  }, [report]);

  const adopt = useCallback(() => {
    if (view.current === null) return;
    window.clearTimeout(waiting.current?.timer);
    waiting.current = null;
    show(view.current, known.current);
  }, [view]);

  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    adopt();
  }, [value, adopt]);

  return { listener, report, adopt };
};
