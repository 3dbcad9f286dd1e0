// A place that scrolls: by keyboard too, when it holds more than fits.
import { type ReactNode, useCallback, useState } from 'react';

/** Whether the content of a place is larger than the place, as either of them changes. */
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

type ScrollPlaceProps = { label: string; className: string | undefined; children: ReactNode };

/** Its class says how it scrolls. */
export const ScrollPlace = ({ label, className, children }: ScrollPlaceProps) => {
  const { ref, overflows } = useOverflow();
  const scrolls = overflows
    ? { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrollable` }
    : undefined;
  return (
    <div ref={ref} className={className} {...scrolls}>
      {children}
    </div>
  );
};
