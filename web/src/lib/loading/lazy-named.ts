// Loads a component when it is first shown, or before: then it is there at once.
import { type ComponentType, createElement, use } from 'react';
import { reloadForPart } from './lost-part.ts';

export type Lazy<Props extends object> = ComponentType<Props> & {
  /** Loads it now; a failure may be retried. */
  readonly preload: () => Promise<unknown>;
};

/** A failed part is drawn as failed for so long, else React would draw and ask without end. */
const FAILED_MS = 5_000;

/**
 * A component of a module that is fetched on first use. Unlike React's own way, what was loaded before is drawn without
 * a fallback (React pauses 0.3 s between fallbacks), and needs no default export.
 */
export const lazyNamed = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Lazy<Props> => {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  let drawing: Promise<ComponentType<Props>> | undefined;
  let failedMs: number | undefined;
  const fetch = async () => {
    loaded = (await load().catch(load))[name];
    return loaded;
  };
  const fetchOnce = () => {
    loading ??= fetch();
    return loading;
  };
  /** A load ahead may fail in silence; one that is to be drawn may not. */
  const drawn = async () => {
    try {
      return await preload().catch(reloadForPart);
    } catch (thrown) {
      failedMs = performance.now();
      throw thrown;
    }
  };
  const drawOnce = () => {
    if (failedMs !== undefined && performance.now() - failedMs > FAILED_MS) {
      failedMs = undefined;
      drawing = undefined;
    }
    drawing ??= drawn();
    return drawing;
  };
  /** A part that has waited once is used again at its next drawing: React wants a promise that it waited for once more. */
  const part = () => (drawing && failedMs === undefined ? use(drawing) : (loaded ?? use(drawOnce())));
  const named = (props: Props) => createElement(part(), props);
  const preload = () =>
    fetchOnce().catch((failure: unknown) => {
      loading = undefined;
      throw failure;
    });
  return Object.assign(named, { preload });
};
