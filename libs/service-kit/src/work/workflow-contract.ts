// Declares a workflow for its code and its callers alike. Workflows are bundled with it, so it loads nothing.
import type { ServiceName } from '@tradeium/contracts';

/** The contract of a workflow's code and its callers: its name in Temporal, its id, and the types of its arguments. */
export type WorkflowContract<Args extends readonly unknown[], Of extends readonly unknown[]> = {
  readonly service: ServiceName;
  /** The name of its function. */
  readonly workflowType: string;
  /** The same for what is to be done once. */
  readonly workflowIdOf: (...of: Of) => string;
  /** A type only. */
  readonly args?: Args;
};
