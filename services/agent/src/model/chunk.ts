// A chunk of a streamed chat completion, as far as it is read; servers differ in what else they send or omit.
import { z } from 'zod';

const count = z.int().min(0).max(1_000_000_000);

/** Null where the figures cannot be true. */
export const reportedUsage = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish(),
  })
  .transform(({ prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details }) => ({
    input,
    output,
    cached: Math.min(details?.cached_tokens ?? 0, input),
  }))
  .nullish()
  .catch(null);

/** Some servers send the arguments of a call as what they are, not as text. */
const toolArguments = z.union([
  z.string(),
  z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value)),
]);

const toolCall = z.object({
  index: z.int().min(0).max(100).nullish(),
  id: z.string().max(200).nullish(),
  function: z.object({ name: z.string().max(200).nullish(), arguments: toolArguments.nullish() }).nullish(),
});

type Content = { readonly text: string; readonly thinking: string };

/** Parts that are neither text nor thoughts, such as references, are skipped. */
const contentPart = z.object({
  text: z.string().nullish().catch(null),
  thinking: z
    .union([z.string(), z.array(z.object({ text: z.string().nullish() }))])
    .nullish()
    .catch(null),
});

const joinedParts = (parts: readonly z.output<typeof contentPart>[]): Content => ({
  text: parts.map(({ text }) => text ?? '').join(''),
  thinking: parts
    .map(({ thinking }) =>
      typeof thinking === 'string' ? thinking : (thinking ?? []).map(({ text }) => text ?? '').join(''),
    )
    .join(''),
});

/** Text, or a list of parts as Mistral's. */
const content = z.union([
  z.string().transform((text): Content => ({ text, thinking: '' })),
  z.array(contentPart).transform(joinedParts),
]);

/** A model's thoughts, in the fields of servers that part them from the answer themselves. */
const thoughts = z.string().nullish().catch(null);

export const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: content.nullish(),
            reasoning_content: thoughts,
            reasoning: thoughts,
            refusal: z.string().nullish(),
            tool_calls: z.array(toolCall).nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: reportedUsage,
});
