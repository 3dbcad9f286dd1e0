// A request in the words of OpenAI's chat completions.
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ModelMessage, ModelRequest, ToolSchema } from './model.ts';

/** OpenAI's own models know only the first, Ollama only the second. */
export const OUTPUT_LIMITS = ['max_completion_tokens', 'max_tokens'] as const;
export type OutputLimit = (typeof OUTPUT_LIMITS)[number];

export const completionBody = (
  model: string,
  { messages, tools, maxOutputTokens }: ModelRequest,
  outputLimit: OutputLimit,
): ChatCompletionCreateParamsStreaming => ({
  model,
  stream: true,
  stream_options: { include_usage: true },
  messages: messages.map(messageBody),
  ...(tools.length > 0 && { tools: tools.map(toolBody) }),
  [outputLimit]: maxOutputTokens,
});

const messageBody = (message: ModelMessage): ChatCompletionMessageParam => {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.callId, content: message.content };
  if (message.role !== 'assistant' || !message.calls?.length)
    return { role: message.role, content: message.content };
  return {
    role: 'assistant',
    content: message.content || null,
    tool_calls: message.calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input ?? {}) },
    })),
  };
};

export const toolBody = ({ name, description, input }: ToolSchema) => ({
  type: 'function' as const,
  function: { name, description, parameters: { ...input } },
});
