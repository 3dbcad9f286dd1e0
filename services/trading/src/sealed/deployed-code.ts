// Keeps the code of deployments, each under its own hash: what was deployed once cannot be replaced.
import { createHash } from 'node:crypto';
import type { SealedValues } from './sealed-values.ts';

export type DeployedCode = {
  put(userId: string, deploymentId: string, source: string): Promise<void>;
  /** Null when there is none with this hash. */
  find(userId: string, deploymentId: string, sha256: string): Promise<string | null>;
  /** Removes everything of a user. */
  removeAll(userId: string): Promise<void>;
};

/** SHA-256 of a strategy's source, in hex. */
export const hashOfCode = (source: string): string => createHash('sha256').update(source).digest('hex');

const nameOf = (deploymentId: string, sha256: string): string => `${deploymentId}-${sha256}`;

export const openDeployedCode = (values: SealedValues): DeployedCode => ({
  put: (userId, deploymentId, source) => values.put(userId, nameOf(deploymentId, hashOfCode(source)), source),
  find: async (userId, deploymentId, sha256) => {
    const source =
      (await values.find(userId, nameOf(deploymentId, sha256))) ??
      // Older deployments have theirs under their own id.
      (await values.find(userId, deploymentId));
    return source !== null && hashOfCode(source) === sha256 ? source : null;
  },
  removeAll: values.removeAll,
});
