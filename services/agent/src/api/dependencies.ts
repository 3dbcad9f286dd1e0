// The dependencies of this service's commands and queries.
import type { TurnModel } from '../projections/turns.ts';
import type { Sending } from '../replies/send-message.ts';

export type Dependencies = Sending & { readonly turnModel: TurnModel };
