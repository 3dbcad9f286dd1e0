// Contents of parts that keep their state, and the dialogs that they have opened, when the layout changes around them.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './kept-content.module.css';

/** The element that a content lives in. Layouts pass it on, and React never takes it down. */
const hostOf = (): HTMLElement => {
  const host = document.createElement('div');
  host.className = classes.host ?? '';
  return host;
};

/** One host for each of these names, for as long as the caller is there. */
export const useHosts = <Name extends string>(names: readonly Name[]): Readonly<Record<Name, HTMLElement>> =>
  useState(() => Object.fromEntries(names.map((name) => [name, hostOf()])) as Record<Name, HTMLElement>)[0];

/** Where a layout shows what a host holds. */
export const Slot = ({ host }: { host: HTMLElement }) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.append(host);
  }, [host]);
  return <div ref={place} className={classes.host} />;
};

/** Draws a content into its host, wherever that is now. */
export const inHost = (host: HTMLElement, content: ReactNode, key: string) =>
  createPortal(content, host, key);
