// Generated files say what their source says.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  COMMON_PASSWORDS,
  commonPasswords,
  errorsDocument,
  eventsDocument,
  findingsDocument,
  SDK_REFERENCE,
  STRATEGY_PROMPT,
  sdkReference,
  strategyPrompt,
} from './generated-docs.ts';

// spec: strategies.72
test.each([
  ['docs/errors.md', errorsDocument],
  ['docs/events.md', eventsDocument],
  ['docs/findings.md', findingsDocument],
  [SDK_REFERENCE, sdkReference],
  [STRATEGY_PROMPT, strategyPrompt],
  [COMMON_PASSWORDS, commonPasswords],
])('%s is up to date', (path, document) => {
  expect(readFileSync(path, 'utf8')).toBe(document());
});
