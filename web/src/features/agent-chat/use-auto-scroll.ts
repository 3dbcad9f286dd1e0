// Keeps the end of a conversation in sight, unless the reader has scrolled up.
import { useCallback, useEffect, useRef, useState } from 'react';

/** Further from the end than this, the reader looks at something else. */
const NEAR_PX = 10;
const SCROLLS_AFTER_MS = 100;

/** True if the end of what scrolls is in sight. */
export const isNearEnd = ({
  scrollHeight,
  scrollTop,
  clientHeight,
}: Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>): boolean =>
  scrollHeight - scrollTop - clientHeight <= NEAR_PX;

/** `place` scrolls, `content` grows in it; `toEnd` goes there at once, and stays. Without messages, the beginning is shown. */
export const useAutoScroll = (hasMessages: boolean) => {
  const place = useRef<HTMLDivElement | null>(null);
  const content = useRef<HTMLDivElement | null>(null);
  const follows = useRef(true);
  const [isFollowing, setFollowing] = useState(true);
  const follow = useCallback((next: boolean) => {
    follows.current = next;
    setFollowing(next);
  }, []);
  const toEnd = useCallback(() => {
    follow(true);
    if (place.current) place.current.scrollTop = place.current.scrollHeight;
  }, [follow]);

  useEffect(() => {
    const { current: box } = place;
    const { current: inside } = content;
    if (!box || !inside || !hasMessages) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let topBefore = box.scrollTop;
    const grown = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (follows.current) box.scrollTop = box.scrollHeight;
      }, SCROLLS_AFTER_MS);
    };
    const scrolled = () => {
      // New text moves the end away without the reader scrolling up, so it is still followed.
      if (isNearEnd(box)) follow(true);
      else if (box.scrollTop < topBefore) follow(false);
      topBefore = box.scrollTop;
    };
    const observer = new ResizeObserver(grown);
    observer.observe(inside);
    observer.observe(box);
    box.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      box.removeEventListener('scroll', scrolled);
    };
  }, [follow, hasMessages]);
  return { place, content, isFollowing, toEnd };
};
