// Lists the parked events of a service for operators, each with its reason in one line.
import { type ParkedEventStatus, streamOf } from '@tradeium/contracts';
import type { ParkedEvent, ParkedReaction, Projections, RunningReaction } from '@tradeium/event-store';
import { maskedText } from '../log/masked-text.ts';

const LISTED_MAX = 100;
const REASON_LENGTH_MAX = 300;

const WHY: Readonly<Record<ParkedReaction['reason'], string>> = {
  failed: 'Every attempt failed',
  refused: 'A command refused it',
  unreadable: 'It does not match its schema',
  newer: 'Only a newer program can read it',
  expired: 'It is too old to act on',
};

/** An error without its stack and its line breaks. */
const inOneLine = (error: string): string => {
  const [message = ''] = error.split('\n    at ');
  return maskedText(message.split(/\s/).filter(Boolean).join(' '), REASON_LENGTH_MAX);
};

const ofReadModel = ({ projection, stream, sequence, type, error, at }: ParkedEvent): ParkedEventStatus => ({
  name: projection,
  stream,
  sequence,
  type,
  reason: inOneLine(error),
  parkedAt: at,
  canRetry: false,
});

const ofReaction = (
  name: string,
  { context, sequence, type, reason, error, at }: ParkedReaction,
): ParkedEventStatus => ({
  name,
  stream: streamOf(context),
  sequence,
  type,
  reason: `${WHY[reason]}: ${inOneLine(error)}`,
  parkedAt: at,
  canRetry: reason !== 'expired',
});

export type WithParked = {
  readonly projections: Pick<Projections, 'parked' | 'isDatabaseThere'>;
  readonly reactions: readonly Pick<RunningReaction, 'name' | 'parked'>[];
};

/** The oldest parked events, 100 at most; those of reactions only while the database is down. */
export const listParked = async ({ projections, reactions }: WithParked): Promise<ParkedEventStatus[]> => {
  const ofReactions = reactions.map(async (reaction) =>
    (await reaction.parked(LISTED_MAX)).map((entry) => ofReaction(reaction.name, entry)),
  );
  const ofReadModels = (await projections.isDatabaseThere()) ? await projections.parked(LISTED_MAX) : [];
  const all = [...(await Promise.all(ofReactions)).flat(), ...ofReadModels.map(ofReadModel)];
  return all.sort((a, b) => (a.parkedAt < b.parkedAt ? -1 : 1)).slice(0, LISTED_MAX);
};
