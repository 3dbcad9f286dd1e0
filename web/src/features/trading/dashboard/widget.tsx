// One part of the dashboard: a card with a head that moves it.
import { Title } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { ScrollPlace } from '../../../ui/scroll-place.tsx';
import classes from './widget.module.css';

export type WidgetProps = {
  title: string;
  /** Beside the title, for instance which money it is about. */
  aside?: ReactNode;
  /** Moves or resizes it by key; absent where parts are stacked. */
  onKey?: ((event: KeyboardEvent) => void) | undefined;
  children: ReactNode;
};

/** The class of the handle that the grid drags a part by. */
export const DRAG_HANDLE = 'widget-drag-handle';

export const Widget = ({ title, aside, onKey, children }: WidgetProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.widget}>
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
        {children}
      </ScrollPlace>
    </section>
  );
};
