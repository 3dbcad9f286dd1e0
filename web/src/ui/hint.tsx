// A few words that appear while a control is pointed at or has the focus; light, for controls that are always there.
import { type HTMLAttributes, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './hint.module.css';

const SHOWN_AFTER_MS = 350;

/** The props of the control that show and hide the words. */
type HintedProps = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur' | 'onKeyDown'
>;

type HintProps = {
  text: string;
  /** Which edge of the control the words begin at, so that they stay on the screen. */
  align?: 'start' | 'center' | 'end';
  /** Makes the control. The id is for `aria-describedby`, where the words say more than the control's name. */
  children: (props: HintedProps, id: string) => ReactNode;
};

/** Escape puts the words away, as does a press. */
export const Hint = ({ text, align = 'center', children }: HintProps) => {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  const showSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const props: HintedProps = {
    onPointerEnter: showSoon,
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: showSoon,
    onBlur: hide,
    onKeyDown: ({ key }) => key === 'Escape' && hide(),
  };
  return (
    <span className={classes.place}>
      {children(props, id)}
      <span
        role="tooltip"
        id={id}
        className={classes.words}
        data-align={align}
        data-shown={isShown || undefined}
      >
        {text}
      </span>
    </span>
  );
};
