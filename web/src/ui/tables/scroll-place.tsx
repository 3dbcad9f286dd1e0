// A place that scrolls: by keyboard too, when it holds more than fits.
import { type ComponentProps, useCallback, useState } from 'react';

/** True if the content of a place is larger than the place, as either of them changes. */
const useOverflow = () => {
  const [overflows, setOverflows] = useState(false);
  const ref = useCallback((place: HTMLElement | null) => {
    if (!place) return;
    const measure = () =>
      setOverflows(place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight);
    const observer = new ResizeObserver(measure);
    for (const element of [place, ...place.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, overflows };
};

/** The props of a place that the keyboard scrolls. */
export const scrolling = (label: string) =>
  ({ tabIndex: 0, role: 'group', 'aria-label': `${label}, scrollable` }) as const;

type ScrollPlaceProps = { label: string } & Omit<ComponentProps<'div'>, 'ref' | 'role' | 'tabIndex'>;

/** Its class says how it scrolls. */
export const ScrollPlace = ({ label, ...place }: ScrollPlaceProps) => {
  const { ref, overflows } = useOverflow();
  return <div ref={ref} {...place} {...(overflows && scrolling(label))} />;
};
