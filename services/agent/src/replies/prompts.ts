// Reads the agents' prompts, once at the start: versioned files that a reply is written with.
import { readFile } from 'node:fs/promises';
import { AGENTS, type Agent } from '@tradeium/contracts';

/** A changed prompt gets a new version, so that older replies can be compared. */
const VERSION: Readonly<Record<Agent, string>> = { strategy: 'v1', discovery: 'v1' };

export const readPrompts = async (): Promise<Record<Agent, string>> => {
  const read = AGENTS.map(async (agent) => {
    const file = new URL(`../../prompts/${agent}-${VERSION[agent]}.md`, import.meta.url);
    return [agent, await readFile(file, 'utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(read)) as Record<Agent, string>;
};
