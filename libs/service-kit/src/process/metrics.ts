// The figures that operators watch, in Prometheus' text format.
import type { ProjectionCondition, ReactionStatus } from '@tradeium/event-store';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Capabilities, orLate, WORKS } from './capabilities.ts';

export type Metrics = {
  /** Notes one handled command or query: its subject, outcome (`ok` or an error code) and time. */
  observeRequest(subject: string, outcome: string, seconds: number): void;
  /** Shows how many events each reaction has pending, has parked, leaves to a newer program, and let expire. */
  watchReactions(statuses: () => Promise<readonly ReactionStatus[]>): void;
  /** Shows what each read model is doing. */
  watchReadModels(
    conditions: () => Promise<readonly Pick<ProjectionCondition, 'name' | 'version' | 'state' | 'reason'>[]>,
  ): void;
  /** Shows whether each capability works. */
  watchCapabilities(status: Capabilities['status']): void;
  /** Shows how much waits in each task queue of Temporal: the same in each process that shows it. */
  watchTaskQueues(
    queues: () => Promise<readonly { readonly name: string; readonly backlog: number | null }[]>,
  ): void;
  /** Counts a message that its sender had no right to. */
  countForged(kind: string): void;
  /** All figures as Prometheus reads them. */
  text(): Promise<string>;
  readonly contentType: string;
};

const forgedCounter = (registry: Registry): Metrics['countForged'] => {
  const counter = new Counter({
    name: 'tradeium_forged_messages_total',
    help: 'Messages that were passed over because their senders have no right to them, by kind',
    labelNames: ['kind'],
    registers: [registry],
  });
  return (kind) => counter.inc({ kind });
};

/** Opens the metrics of a service. */
export const openMetrics = (service: string): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'tradeium_request_duration_seconds',
    help: 'Time to answer a command or query, by subject and outcome',
    labelNames: ['subject', 'outcome'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  });
  return {
    countForged: forgedCounter(registry),
    observeRequest: (subject, outcome, seconds) => requests.observe({ subject, outcome }, seconds),
    watchReactions(statuses) {
      new Gauge({
        name: 'tradeium_reaction_events',
        help: 'Events of a reaction that are to be handled, parked, newer than this program, or expired',
        labelNames: ['reaction', 'state'],
        registers: [registry],
        async collect() {
          // Old figures would look like an answer.
          this.reset();
          // Counted on NATS: while that is down, all other figures are still shown.
          const known = await orLate(statuses(), []).catch(() => []);
          for (const { name: reaction, behind, parked, newer, expired } of known) {
            this.set({ reaction, state: 'behind' }, behind);
            this.set({ reaction, state: 'parked' }, parked);
            this.set({ reaction, state: 'newer' }, newer);
            this.set({ reaction, state: 'expired' }, expired);
          }
        },
      });
    },
    watchReadModels(conditions) {
      new Gauge({
        name: 'tradeium_read_model_state',
        help: 'What this process does for a read model: 1 for the state that it is in',
        labelNames: ['read_model', 'state'],
        registers: [registry],
        async collect() {
          const known = await conditions();
          this.reset();
          for (const { name, state } of known) this.set({ read_model: name, state }, 1);
        },
      });
    },
    watchCapabilities(status) {
      new Gauge({
        name: 'tradeium_capability',
        help: 'What this process can do now: 1 when it works, 0 when it does not',
        labelNames: ['capability'],
        registers: [registry],
        async collect() {
          const known = await status();
          this.reset();
          for (const [capability, state] of Object.entries(known))
            this.set({ capability }, state === WORKS ? 1 : 0);
        },
      });
    },
    watchTaskQueues(queues) {
      new Gauge({
        name: 'tradeium_task_queue_backlog',
        help: 'Work that waits in a task queue until a worker takes it, as Temporal estimates it',
        labelNames: ['task_queue'],
        registers: [registry],
        async collect() {
          this.reset();
          const known = await orLate(queues(), []).catch(() => []);
          for (const { name, backlog } of known)
            if (backlog !== null) this.set({ task_queue: name }, backlog);
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
