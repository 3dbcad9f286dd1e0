// A part of the page that can fill the screen, by the browser's own means or, where it refuses, over the page.
import { useCallback, useEffect, useRef, useState } from 'react';

export type FullScreen = {
  readonly ref: React.RefObject<HTMLElement | null>;
  readonly isFull: boolean;
  /** The focus stays where it is. */
  readonly toggle: () => void;
};

/** Escape leaves it, whichever way it is done. */
export const useFullScreen = (): FullScreen => {
  const ref = useRef<HTMLElement>(null);
  const [isFull, setFull] = useState(false);
  const leave = useCallback(() => {
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen();
  }, []);
  const toggle = useCallback(() => {
    if (isFull) return leave();
    setFull(true);
    // A browser that refuses leaves the part over the page.
    ref.current?.requestFullscreen?.().catch(() => undefined);
  }, [isFull, leave]);
  useEffect(() => {
    if (!isFull) return;
    const left = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    document.addEventListener('fullscreenchange', left);
    document.addEventListener('keydown', pressed);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      document.removeEventListener('keydown', pressed);
    };
  }, [isFull, leave]);
  return { ref, isFull, toggle };
};
