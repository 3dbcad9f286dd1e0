// The entries of completion and hover: the strategy SDK, and the parts of pandas and numpy that strategies use.

import type { Entry } from './completion-entry.ts';
import { NUMPY, PANDAS, ROLLING, SERIES, TABLE } from './pandas-entries.ts';
import sdk from './sdk-reference.json' with { type: 'json' };

export const SDK_MODULE = 'tradeium_strategy';
export const SDK_FUNCTIONS: readonly Entry[] = sdk.functions;
export const SDK_CLASSES: readonly Entry[] = sdk.classes.map(({ name, doc }) => ({
  name,
  parameters: '',
  returns: 'class',
  doc,
}));

/** A field without its own text is described by its class. */
const membersOf = (type: (typeof sdk.classes)[number]): Entry[] =>
  type.members.map((member) => ({ ...member, doc: member.doc || type.doc }));

const MEMBERS: ReadonlyMap<string, readonly Entry[]> = new Map<string, readonly Entry[]>([
  ...sdk.classes.map((type) => [type.name, membersOf(type)] as const),
  ['DataFrame', TABLE],
  ['Series', SERIES],
  ['Rolling', ROLLING],
  ['numpy', NUMPY],
  ['pandas', PANDAS],
]);

/** The members that follow the dot of a value of this type; none for types that are not known. */
export const membersOfType = (type: string): readonly Entry[] => MEMBERS.get(type) ?? [];

/** `rsi(close: DataFrame, bars: int = 14) -> DataFrame` */
export const signatureOf = ({ name, parameters, returns }: Entry): string => {
  if (returns === 'class') return `class ${name}`;
  if (parameters !== '') return `${name}${parameters} -> ${returns}`;
  return `${name}: ${returns}`;
};
