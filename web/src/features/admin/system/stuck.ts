// Answers the question whether anything is stuck, from the state of the system.
import type { SystemState } from '@tradeium/contracts';
import { counted } from '../../../lib/format.ts';

/** States in which a read model or reaction needs somebody. */
const STUCK_STATES: readonly string[] = ['stopped', 'failing', 'parked', 'outdated'];

export const isStuck = (state: string): boolean => STUCK_STATES.includes(state);

const partsStuck = ({ read_models, reactions }: SystemState): string[] => [
  ...read_models
    .filter(({ state }) => isStuck(state))
    .map(
      ({ service, name, state, reason }) => `The read model ${name} of ${service} is ${state}${why(reason)}`,
    ),
  ...reactions
    .filter(({ state }) => isStuck(state))
    .map(
      ({ service, name, state, reason }) => `The reaction ${name} of ${service} is ${state}${why(reason)}`,
    ),
  ...reactions
    .filter(({ expired }) => expired > 0)
    .map(
      ({ service, name, expired }) =>
        `${counted(expired, 'event', 'events')} of the reaction ${name} of ${service} came too late to be handled`,
    ),
];

const why = (reason: string | null): string => (reason === null ? '' : `: ${reason}`);

/** One line for each thing that does not go on by itself; empty when nothing is stuck. */
export const stuckIn = (state: SystemState): readonly string[] => {
  const failed = state.workflows?.failed.length ?? 0;
  const withoutWorker = (state.workflows?.queues ?? []).filter(({ workers }) => workers === 0);
  return [
    ...state.services
      .filter(({ processes }) => processes.length === 0)
      .map(({ name }) => `No process of ${name} answers`),
    ...(state.parked.length > 0
      ? [`${counted(state.parked.length, 'event is', 'events are')} parked, because handling failed`]
      : []),
    ...(failed > 0 ? [`${counted(failed, 'workflow', 'workflows')} failed`] : []),
    ...withoutWorker.map(({ name }) => `Nobody works on the queue ${name}`),
    ...partsStuck(state),
  ];
};
