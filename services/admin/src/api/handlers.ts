// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import type { Parts } from '../parts.ts';

const HANDLERS: readonly ((parts: Parts) => Handler)[] = [];

export const handlers = (parts: Parts): Handler[] => HANDLERS.map((open) => open(parts));
