// The language model as the agents need it, wherever it runs.

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls?: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export type ModelCall = {
  readonly id: string;
  readonly name: string;
  /** Null when the model wrote something that is not JSON. */
  readonly input: unknown | null;
};

/** A tool that the model may call; `input` is a JSON schema. */
export type ToolSchema = {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
};

/** Tokens: `cached` is the part of `input` that the provider had seen before. */
export type ModelUsage = { readonly input: number; readonly cached: number; readonly output: number };

export type ModelReply =
  | { readonly kind: 'text'; readonly text: string }
  /** The model's thoughts before it answers: no part of the answer. */
  | { readonly kind: 'thinking'; readonly text: string }
  /** All text of this answer so far is what the model thinks, as has now been seen. */
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'tool-calls'; readonly calls: readonly ModelCall[] }
  /** The last reply of every stream from which anything came, however it ends. */
  | {
      readonly kind: 'usage';
      readonly usage: ModelUsage;
      /** Counted here from what came, because the provider reported none that can be believed. */
      readonly isCounted: boolean;
      readonly end: AnswerEnd;
    };

/**
 * How an answer ended: `cut` at its limit of tokens, `filtered` by the server's rules on content, or `unreadable` because it
 * should end with a call of a tool, and none of its calls has a name. One that breaks off is `cut`, too.
 */
export type AnswerEnd = 'whole' | 'cut' | 'filtered' | 'unreadable';

export type ModelRequest = {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
  /** Hears when the whole prompt has been sent to the server, and when an attempt has failed before anything came. */
  readonly onAsked?: (isAsked: boolean) => void;
};

export type Model = {
  readonly name: string;
  /** True if a program with templates answers in place of a language model; false while that is unknown. */
  isDemo(): Promise<boolean>;
  /** At least as many tokens as a prompt has with any tokenizer of the supported models. */
  tokensAtMost(messages: readonly ModelMessage[], tools: readonly ToolSchema[]): number;
  /**
   * Streams one answer. Throws `ModelUnavailable` and `ModelBusy` before anything came, `ModelBroken` after, and the
   * signal's reason when it is aborted.
   */
  stream(request: ModelRequest): AsyncIterable<ModelReply>;
};

/** The server is down, fails, refuses, or says nothing in time. */
export class ModelUnavailable extends Error {}

/** The server wants fewer requests. */
export class ModelBusy extends Error {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super('the model server is busy');
    this.retryAfterMs = retryAfterMs;
  }
}

/** The answer ended in the middle, or is no answer of the protocol. */
export class ModelBroken extends Error {}
