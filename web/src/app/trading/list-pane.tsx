// The pane of chats next to the dashboard: a quarter of the page, between 20 and 30 percent.
import { useLocalStorage } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import classes from './list-pane.module.css';

const LIMITS = { usual: 25, min: 20, max: 30 } as const;
const KEY = 'tradeium-trading-list';
const STEP = 1;

const within = (percent: number): number =>
  Number.isFinite(percent) ? Math.min(LIMITS.max, Math.max(LIMITS.min, percent)) : LIMITS.usual;

/** Its width is kept in the browser; a double click on the handle sets it back. */
export const ListPane = ({ children }: { children: ReactNode }) => {
  const [kept, keep] = useLocalStorage<number>({
    key: KEY,
    defaultValue: LIMITS.usual,
    getInitialValueInEffect: false,
  });
  const percent = within(Number(kept));
  const box = useRef<DOMRect | null>(null);
  const press = (event: PointerEvent<HTMLHRElement>) => {
    box.current = event.currentTarget.parentElement?.getBoundingClientRect() ?? null;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const follow = ({ clientX }: PointerEvent) => {
    if (box.current) keep(within((100 * (box.current.right - clientX)) / box.current.width));
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowLeft: STEP, ArrowRight: -STEP, Home: -100, End: 100 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    keep(within(percent + step));
  };
  return (
    <>
      <hr
        className={classes.handle}
        tabIndex={0}
        aria-label="Width of the list of chats"
        aria-orientation="vertical"
        aria-valuemin={LIMITS.min}
        aria-valuemax={LIMITS.max}
        aria-valuenow={Math.round(percent)}
        onPointerDown={press}
        onPointerMove={follow}
        onLostPointerCapture={() => {
          box.current = null;
        }}
        onDoubleClick={() => keep(LIMITS.usual)}
        onKeyDown={key}
      />
      <div className={classes.pane} style={{ flexBasis: `${percent}%` }}>
        {children}
      </div>
    </>
  );
};
