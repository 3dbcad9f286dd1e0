// A tool of an agent: the model chooses its input, and the server everything else.
import {
  type AccessScope,
  type MicroVut,
  type ReplyResult,
  type TradingSettings,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { Log, RequestClient, RequestContext, UserFiles } from '@tradeium/service-kit';
import type { z } from 'zod';

/** Whom and what a tool works for; never taken from its input. */
export type ToolContext = {
  readonly userId: string;
  readonly chatId: string;
  readonly filenames: readonly string[];
  /** The settings of backtests. */
  readonly settings: TradingSettings;
  /** Unique to this call, the same for a repeated one. */
  readonly callId: string;
  /** The credits that are left of the reply's reservation. */
  readonly creditsLeft: MicroVut;
  readonly client: RequestClient;
  readonly files: UserFiles;
  readonly log: Log;
  readonly signal: AbortSignal;
};

export type ToolAnswer = {
  /** The text that the model reads. */
  readonly content: string;
  /** The line that the user sees of it, without opening it. */
  readonly title?: string;
  /** The text that the user opens; the content where there is no other. */
  readonly detail?: string;
  readonly hasFailed?: boolean;
  /** It failed through no fault of the code, its settings or the user. */
  readonly isOurFault?: boolean;
  readonly result?: ReplyResult;
  /** Its cost in addition to the tokens. */
  readonly cost?: MicroVut;
};

export type Tool<Input extends z.ZodType = z.ZodType> = {
  readonly name: string;
  readonly description: string;
  /** The scope that an access token must have. */
  readonly scope: AccessScope;
  /** True if it works on one chat, which agents are in and outside assistants name. */
  readonly isOfChat: boolean;
  /** True if it runs something on the chat's settings, in whose place outside assistants may name others. */
  readonly takesSettings: boolean;
  readonly input: Input;
  /** True if it checks or runs the code in its input: one that fails is a failed try. */
  readonly triesCode: boolean;
  /** True if it leaves something behind that its user finds: a file, say. */
  readonly changesSomething: boolean;
  /** The most that one use costs in addition to the tokens: with this input, or with any where it is not known yet. */
  costAtMost(settings: TradingSettings, input?: z.output<Input>): MicroVut;
  title(input: z.output<Input>): string;
  run(context: ToolContext, input: z.output<Input>): Promise<ToolAnswer>;
};

/** Types a tool by its input. */
export const tool = <Input extends z.ZodType>(definition: Tool<Input>): Tool => definition as unknown as Tool;

/** The cost of a tool that costs nothing but the tokens. */
export const free = (): MicroVut => ZERO_MICRO_VUT;

/** The user of a tool's requests to other services. */
export const requestOf = ({ userId, callId }: ToolContext): RequestContext => ({
  userId,
  commandId: callId,
  correlationId: callId,
});
