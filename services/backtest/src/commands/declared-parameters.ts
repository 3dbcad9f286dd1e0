// The parameters that saved code declares, remembered for each version: reading them again takes a sandbox.
import { randomUUID } from 'node:crypto';
import { type DeclaredParameter, isRefusal, type Refusal } from '@tradeium/contracts';
import type { UserFiles } from '@tradeium/service-kit';
import { CHECK_STRATEGY } from '../workflows/check-contract.ts';
import { type ReadingSource, readSource } from './read-source.ts';

/** Without this word, code declares none; the sandbox has the same rule. */
const DECLARATION = 'PARAMETERS';
const REMEMBERED_MAX = 2_000;

export type DeclaredParameters = (
  userId: string,
  /** Digest of the source. */
  code: string,
) => Promise<readonly DeclaredParameter[] | Refusal>;

/** Opens a reader of declarations. None for code that would not run; refused where no sandbox reads it. */
export const openDeclaredParameters = ({
  files,
  ...reading
}: ReadingSource & { readonly files: Pick<UserFiles, 'get'> }): DeclaredParameters => {
  // Digests are of sealed files, so each is of one user's.
  const known = new Map<string, readonly DeclaredParameter[]>();

  const remember = (code: string, declared: readonly DeclaredParameter[]) => {
    const [oldest] = known.size < REMEMBERED_MAX ? [] : known.keys();
    if (oldest !== undefined) known.delete(oldest);
    known.set(code, declared);
    return declared;
  };

  return async (userId, code) => {
    const remembered = known.get(code);
    if (remembered) return remembered;
    const source = (await files.get(userId, code)).toString('utf8');
    if (!source.includes(DECLARATION)) return remember(code, []);
    const found = await readSource(reading, CHECK_STRATEGY.workflowIdOf(userId, randomUUID()), source);
    if (found === undefined) throw new Error('no other reading has this id');
    return isRefusal(found) ? found : remember(code, found.parameters);
  };
};
