// The parameters that saved code declares, remembered for each version: reading them again takes a sandbox.
import { randomUUID } from 'node:crypto';
import { type DeclaredParameter, isRefusal, mayDeclareParameters, type Refusal } from '@tradeium/contracts';
import type { UserFiles } from '@tradeium/service-kit';
import { LRUCache } from 'lru-cache';
import { CHECK_STRATEGY } from '../workflows/check-strategy-contract.ts';
import { type ReadingSource, readSource, type SourceReading } from './read-source.ts';

/** At 140 KB for the largest that can be declared. */
const REMEMBERED_MAX = 200;
/** Code that takes too much of its parser is not read again for so long. */
const GIVEN_UP_MS = 60_000;

/** `error`: what keeps the code from running, with its line; such code declares nothing. */
type Declared = {
  readonly parameters: readonly DeclaredParameter[];
  readonly error: string | null;
};

export type DeclaredParameters = (
  userId: string,
  /** Digest of the source. */
  code: string,
) => Promise<Declared | Refusal>;

const errorIn = ({ problems }: SourceReading): string | null => {
  const error = problems.find(({ severity }) => severity === 'error');
  return error ? `Line ${error.line}: ${error.message}` : null;
};

/** Opens a reader of declarations. Refused where no sandbox reads it. */
export const openDeclaredParameters = ({
  files,
  ...reading
}: ReadingSource & { readonly files: Pick<UserFiles, 'get'> }): DeclaredParameters => {
  // Digests are of sealed files, so each is of one user's.
  const known = new LRUCache<string, Declared | Refusal>({ max: REMEMBERED_MAX });
  const underWay = new Map<string, Promise<Declared | Refusal>>();

  const read = async (userId: string, code: string): Promise<Declared | Refusal> => {
    const source = (await files.get(userId, code)).toString('utf8');
    if (!mayDeclareParameters(source)) return { parameters: [], error: null };
    const readAs = (slot: string) => readSource(reading, CHECK_STRATEGY.workflowIdOf(userId, slot), source);
    // Undefined while another process reads the same code.
    const found = (await readAs(code)) ?? (await readAs(randomUUID()));
    if (found === undefined) throw new Error('no other reading has this id');
    return isRefusal(found) ? found : { parameters: found.parameters, error: errorIn(found) };
  };

  const readOnce = async (userId: string, code: string): Promise<Declared | Refusal> => {
    try {
      const declared = await read(userId, code);
      if (!isRefusal(declared)) known.set(code, declared);
      else if (declared.refused === 'CODE_CHECK_GAVE_UP') known.set(code, declared, { ttl: GIVEN_UP_MS });
      return declared;
    } finally {
      underWay.delete(code);
    }
  };

  return (userId, code) => {
    const remembered = known.get(code);
    if (remembered) return Promise.resolve(remembered);
    const begun = underWay.get(code) ?? readOnce(userId, code);
    underWay.set(code, begun);
    return begun;
  };
};
