// Bypasses the gateway for what only services do: sends messages over NATS in a user's name.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Message } from '@tradeium/contracts';
import { openBlobs, openRequestClient, outputOf } from '@tradeium/service-kit';
import type { z } from 'zod';
import { connectOperator, type OperatorAccess } from '../scripts/running-system.ts';

export type Bus = {
  /** The output of a command or query; throws on a refusal. */
  ask<Input extends z.ZodType, Output extends z.ZodType>(
    message: Message<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>;
  close(): Promise<void>;
};

/** Connects to the NATS server of a running system. */
export const openBus = async (running: OperatorAccess, userId: string): Promise<Bus> => {
  const nc = await connectOperator(running);
  const client = openRequestClient(nc, openBlobs({ directory: tmpdir() }));
  return {
    ask: async (message, input) => {
      const context = { userId, commandId: randomUUID(), correlationId: 'browser-story' };
      return outputOf(await client.request(message, input, context));
    },
    close: () => nc.close(),
  };
};
