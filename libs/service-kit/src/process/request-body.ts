// Reads the body of a request to one of the small servers: the paper exchange and the stand-ins.
import type { IncomingMessage } from 'node:http';

/** The body as text; null when it is larger than this many bytes. */
export const readBody = async (request: IncomingMessage, bytesMax: number): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** The value of a JSON text; undefined when it is not JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
