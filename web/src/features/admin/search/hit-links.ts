// Where a hit of the search leads, and the groups that hits are shown in.
import type { SearchHit } from '@tradeium/contracts';
import { auditPath, type UserSection, userPath } from '../admin-links.ts';

type Kind = SearchHit['kind'];

const SECTIONS: Readonly<Partial<Record<Kind, UserSection>>> = {
  payment: 'payments',
  run: 'runs',
  order: 'orders',
  deployment: 'deployments',
};

const GROUPS: readonly (readonly [Kind, string])[] = [
  ['user', 'Users'],
  ['payment', 'Payments'],
  ['run', 'Runs'],
  ['order', 'Orders'],
  ['deployment', 'Deployments'],
  ['action', 'Actions of operators'],
];

export const hrefOf = ({ kind, id, user_id }: SearchHit): string => {
  if (kind === 'user') return userPath(user_id ?? id);
  const section = SECTIONS[kind];
  return section === undefined || user_id === null ? auditPath(user_id) : userPath(user_id, section, id);
};

export type HitGroup = { readonly name: string; readonly hits: readonly SearchHit[] };

/** Groups that have hits, in a fixed order; hits keep the server's. */
export const groupsOf = (hits: readonly SearchHit[]): readonly HitGroup[] =>
  GROUPS.map(([kind, name]) => ({ name, hits: hits.filter((hit) => hit.kind === kind) })).filter(
    (group) => group.hits.length > 0,
  );
