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

const toolCall = z.object({
  index: z.int().min(0).max(100).nullish(),
  id: z.string().max(200).nullish(),
  function: z.object({ name: z.string().max(200).nullish(), arguments: z.string().nullish() }).nullish(),
});

export const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
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
