// Calls the model while the message is still being committed, and holds its answer back until then.
import type { Model, ModelReply } from '../model/model.ts';

/** The model does not answer a message that was refused. */
export class NotSent extends Error {}

/** `isSent` resolves once the message is committed or refused, and never rejects. */
export const earlyModel = (model: Model, isSent: Promise<boolean>): Model => ({
  ...model,
  async *stream(request): AsyncGenerator<ModelReply> {
    const replies = model.stream(request)[Symbol.asyncIterator]();
    const first = replies.next();
    // It is awaited below; until then its failure is not unhandled.
    first.catch(() => undefined);
    try {
      if (!(await isSent)) throw new NotSent('the message was refused');
      for (let next = await first; !next.done; next = await replies.next()) yield next.value;
    } finally {
      await replies.return?.();
    }
  },
});
