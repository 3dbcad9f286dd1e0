// The dependencies of this service's commands and queries.
import type { ToolUseModel } from '../projections/tool-uses.ts';
import type { FindingReplies } from '../replies/find-reply.ts';
import type { Sending } from '../replies/send-message.ts';

export type Dependencies = Sending &
  FindingReplies & {
    readonly toolUseModel: ToolUseModel;
  };
