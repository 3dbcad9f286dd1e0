// One part of the dashboard: a card with a head that moves it.
import { Title } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { ScrollPlace } from '../tables/scroll-place.tsx';
import classes from './widget.module.css';

export type WidgetProps = {
  title: string;
  /** Next to the title, for instance which money it is about. */
  aside?: ReactNode;
  /** Moves or resizes it by key; absent where parts are stacked. */
  onKey?: ((event: KeyboardEvent) => void) | undefined;
  /** Gets the height that shows the whole content; with it the content is as high as it wants to be. */
  onHeight?: ((heightPx: number) => void) | undefined;
  children: ReactNode;
};

/** The class of the handle that the grid drags a part by. */
export const DRAG_HANDLE = 'widget-drag-handle';

/** Reports the height of a part each time that its content has changed it. */
const useReported = (onHeight: WidgetProps['onHeight']) => {
  const widget = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const report = useRef(onHeight);
  const isWanted = onHeight !== undefined;
  useEffect(() => {
    report.current = onHeight;
  });
  useEffect(() => {
    const inner = content.current;
    const body = inner?.parentElement;
    const outer = widget.current;
    if (!isWanted || !inner || !body || !outer) return undefined;
    const observer = new ResizeObserver(() => {
      const { paddingTop, paddingBottom } = getComputedStyle(body);
      const around = outer.offsetHeight - body.offsetHeight;
      const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
      report.current?.(inner.offsetHeight + padding + around);
    });
    observer.observe(inner);
    return () => observer.disconnect();
  }, [isWanted]);
  return { widget, content };
};

export const Widget = ({ title, aside, onKey, onHeight, children }: WidgetProps) => {
  const id = useId();
  const { widget, content } = useReported(onHeight);
  return (
    <section ref={widget} aria-labelledby={id} className={classes.widget}>
      <header className={`${classes.head} ${onKey ? DRAG_HANDLE : ''}`}>
        {onKey ? (
          <button
            type="button"
            className={classes.grip}
            aria-label={`Move ${title}`}
            title="Drag to move. Arrow keys move it, with Shift they resize it."
            aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight"
            onKeyDown={onKey}
          >
            <IconGripVertical size={15} aria-hidden />
          </button>
        ) : null}
        <Title order={2} id={id} className={classes.title ?? ''}>
          {title}
        </Title>
        {aside}
      </header>
      <ScrollPlace label={title} className={classes.body}>
        <div ref={content} className={classes.content} data-is-whole={onHeight !== undefined}>
          {children}
        </div>
      </ScrollPlace>
    </section>
  );
};
