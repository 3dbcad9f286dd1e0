// Loads a component when it is first shown, without the default export that React's own way asks for.
import { type ComponentType, lazy } from 'react';

/** A component of a module that is fetched on first use. */
export const lazyNamed = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
