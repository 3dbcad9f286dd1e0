// Names the code that plans by its hash, so that a decision of the past says what made it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const sourcesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort()
    .map((path) => join(directory, path));

let known: string | undefined;

/** SHA-256 of the portfolio library's sources and of the steps that call it. */
export const engineSha256 = (): string => {
  if (known !== undefined) return known;
  const library = dirname(createRequire(import.meta.url).resolve('@tradeium/portfolio'));
  const steps = ['make-plan.ts', 'plan-fact.ts'].map((name) => join(import.meta.dirname, name));
  const hash = createHash('sha256');
  for (const path of [...sourcesIn(library), ...steps]) hash.update(readFileSync(path)).update('\0');
  known = hash.digest('hex');
  return known;
};
