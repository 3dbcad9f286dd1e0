// Keeps the code of deployments, each under its own hash: what was deployed once cannot be replaced.
import { createHash } from 'node:crypto';
import type { SealedValues } from '@tradeium/service-kit';

/** Which code. */
export type CodeName = { readonly deploymentId: string; readonly sha256: string };

export type DeployedCode = {
  put(userId: string, deploymentId: string, source: string): Promise<void>;
  /** Null when there is none with this hash. */
  find(userId: string, deploymentId: string, sha256: string): Promise<string | null>;
  names(userId: string): Promise<CodeName[]>;
  storedAt(userId: string, name: CodeName): Promise<Date | null>;
  remove(userId: string, name: CodeName): Promise<void>;
  /** Removes everything of a user. */
  removeAll(userId: string): Promise<void>;
};

/** SHA-256 of a strategy's source, in hex. */
export const hashOfCode = (source: string): string => createHash('sha256').update(source).digest('hex');

const nameOf = ({ deploymentId, sha256 }: CodeName): string => `${deploymentId}-${sha256}`;

const codeIn = (name: string): CodeName[] => {
  const [, deploymentId, sha256] = /^(.+)-([0-9a-f]{64})$/.exec(name) ?? [];
  return deploymentId !== undefined && sha256 !== undefined ? [{ deploymentId, sha256 }] : [];
};

export const openDeployedCode = (values: SealedValues): DeployedCode => ({
  put: (userId, deploymentId, source) =>
    values.put(userId, nameOf({ deploymentId, sha256: hashOfCode(source) }), source),
  find: async (userId, deploymentId, sha256) => {
    const source = await values.find(userId, nameOf({ deploymentId, sha256 }));
    return source !== null && hashOfCode(source) === sha256 ? source : null;
  },
  names: async (userId) => (await values.names(userId)).flatMap(codeIn),
  storedAt: (userId, name) => values.storedAt(userId, nameOf(name)),
  remove: (userId, name) => values.remove(userId, nameOf(name)),
  removeAll: values.removeAll,
});
