// Signatures (Ed25519) that say which kind of process has written something: the rights at NATS alone do not.
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The signed content: whose it is, what it is and where it belongs, and its bytes. */
export type SignedContent = {
  /** The kind of process that alone may write it. */
  readonly by: string;
  readonly place: readonly string[];
  readonly data: Uint8Array;
};

export type Signatures = {
  sign(content: SignedContent): string;
  /** True if the kind of process whose it is has signed the content. */
  isRight(content: SignedContent, signature: string): Promise<boolean>;
  /** The name of something of this kind of process that others cannot guess; the same for the same text. */
  secretName(by: string, text: string): string;
};

/** The header of a commit and of a request. */
export const SIGNATURE_HEADER = 'Tradeium-Signature';

const bytesOf = ({ by, place, data }: SignedContent): Buffer =>
  Buffer.concat([Buffer.from(JSON.stringify([by, ...place])), data]);

const privateKey = (text: string): KeyObject => {
  try {
    return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  } catch {
    throw new Error('SIGNING_KEY is no private key: "npm run secrets" makes one');
  }
};

/** `auth:KEY`, separated by white space or commas; several keys of one kind while they are exchanged. */
const publicKeys = (text: string): ReadonlyMap<string, readonly KeyObject[]> => {
  const keys = new Map<string, KeyObject[]>();
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const [user = '', key = ''] = entry.split(':');
    try {
      const parsed = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
      keys.set(user, [...(keys.get(user) ?? []), parsed]);
    } catch {
      throw new Error(`SIGNING_PUBLIC_KEYS has no key for ${user}: "npm run secrets" writes them`);
    }
  }
  return keys;
};

const isSigned = (key: KeyObject, data: Buffer, signature: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    // In the pool of threads: it takes longer than reading a commit does.
    verify(null, data, key, signature, (error, isRight) => resolve(!error && isRight));
  });

/**
 * Opens the key of this process, which is of the kind `user`, and the public keys of all. Throws an error that names the setting
 * that is wrong.
 */
export const openSignatures = (user: string, signingKey: string, signingPublicKeys: string): Signatures => {
  const own = privateKey(signingKey);
  const known = publicKeys(signingPublicKeys);
  const ownPublic = createPublicKey(own);
  if (!known.get(user)?.some((key) => key.equals(ownPublic)))
    throw new Error(`SIGNING_PUBLIC_KEYS lacks the key of ${user} that belongs to its SIGNING_KEY`);
  const secret = own.export({ format: 'der', type: 'pkcs8' });
  return {
    sign: (content) => sign(null, bytesOf(content), own).toString('base64'),
    isRight: async (content, signature) => {
      const [data, bytes] = [bytesOf(content), Buffer.from(signature, 'base64')];
      for (const key of known.get(content.by) ?? []) if (await isSigned(key, data, bytes)) return true;
      return false;
    },
    secretName: (_by, text) => createHmac('sha256', secret).update(text).digest('base64url'),
  };
};
