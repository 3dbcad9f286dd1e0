// Loads a component when it is first shown, or before: then it is there at once.
import { type ComponentType, createElement, use } from 'react';

type Lazy<Props extends object> = ComponentType<Props> & {
  /** Loads it now; a failure may be retried. */
  readonly preload: () => Promise<unknown>;
};

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
  const fetch = async () => {
    loaded = (await load())[name];
    return loaded;
  };
  const fetchOnce = () => {
    loading ??= fetch();
    return loading;
  };
  const named = (props: Props) => createElement(loaded ?? use(fetchOnce()), props);
  const preload = () =>
    fetchOnce().catch((failure: unknown) => {
      loading = undefined;
      throw failure;
    });
  return Object.assign(named, { preload });
};
