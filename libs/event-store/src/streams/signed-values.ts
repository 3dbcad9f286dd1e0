// Signs values in buckets that their service relies on, and passes over those of others, who can bring a message onto any key.
import type { NatsConnection } from 'nats';
import { identityOf } from './bus-identity.ts';
import type { SignedContent } from './signatures.ts';

export type SignedValues = {
  /** A JSON object, as bytes, with its signature as one more field. */
  signed(key: string, json: Uint8Array): Uint8Array;
  /** The signed value; null for what another has written. */
  genuine(key: string, stored: Uint8Array): Promise<Uint8Array | null>;
};

const FIELD = /^\{"signature":"([^"]*)",/;
/** The field with a signature in it is shorter. */
const FIELD_BYTES_MAX = 128;

const split = (stored: Uint8Array): { signature: string; json: Uint8Array } => {
  const [field = '', signature = ''] =
    FIELD.exec(Buffer.from(stored.subarray(0, FIELD_BYTES_MAX)).toString()) ?? [];
  const json = field ? Buffer.concat([Buffer.from('{'), stored.subarray(field.length)]) : stored;
  return { signature, json };
};

/** Values of this bucket that only `by` writes. */
export const signedValues = (nc: NatsConnection, bucket: string, by: string): SignedValues => {
  const { signatures, onForged } = identityOf(nc);
  const contentOf = (key: string, data: Uint8Array): SignedContent => ({ by, place: [bucket, key], data });
  return {
    signed: (key, json) => {
      if (!signatures) return json;
      const field = `{"signature":"${signatures.sign(contentOf(key, json))}",`;
      return Buffer.concat([Buffer.from(field), json.subarray(1)]);
    },
    genuine: async (key, stored) => {
      const { signature, json } = split(stored);
      if (!signatures || (await signatures.isRight(contentOf(key, json), signature))) return json;
      onForged?.({ kind: 'value', subject: `$KV.${bucket}.${key}` });
      return null;
    },
  };
};
