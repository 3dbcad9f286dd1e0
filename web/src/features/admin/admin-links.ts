// Addresses of what is about one user: the sections of the user's page, and what operators did.
import { tabAddress } from './place.ts';

export const USER_SECTIONS = [
  'timeline',
  'ledger',
  'runs',
  'payments',
  'deployments',
  'orders',
  'sessions',
] as const;
export type UserSection = (typeof USER_SECTIONS)[number];

/** The page of a user; `find` narrows a section to what begins with an id. */
export const userPath = (user: string, section?: UserSection, find?: string): string =>
  tabAddress('users', { user, ...(section && { section }), ...(find && { find }) });

/** The audit of operators' actions, on one user or on all. */
export const auditPath = (user?: string | null): string => tabAddress('audit', user ? { user_id: user } : {});
