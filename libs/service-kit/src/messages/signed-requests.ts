// Signs commands and queries, and looks whether their senders may send them: at NATS, a reply can reach any subject.
import { type BusUser, maySend } from '@tradeium/contracts';
import { identityOf, ownInbox, SIGNATURE_HEADER, type SignedContent } from '@tradeium/event-store';
import type { Msg, MsgHdrs, NatsConnection } from 'nats';

/** For one answer in one inbox: a repeated request is not answered anywhere else. */
const contentOf = (by: string, subject: string, reply: string, data: Uint8Array): SignedContent => ({
  by,
  place: ['request', subject, reply],
  data,
});

/** As whom tests ask that are no kind of process. */
const BY_HAND = 'operator';

/** Sends a request with the signature of this process; its answer comes to an inbox that only the receiver learns of. */
export const signedRequest = (
  nc: NatsConnection,
  subject: string,
  body: Uint8Array,
  { timeoutMs, headers }: { readonly timeoutMs: number; readonly headers: MsgHdrs },
): Promise<Msg> => {
  const { user = BY_HAND, signatures } = identityOf(nc);
  const reply = ownInbox(nc);
  if (signatures) {
    const signature = signatures.sign(contentOf(user, subject, reply, body));
    headers.set(SIGNATURE_HEADER, `${user}:${signature}`);
  }
  return nc.request(subject, body, { timeout: timeoutMs, headers, noMux: true, reply });
};

/** True if a request with this subject comes from a kind of process that may send it; reports one that does not. */
export const isRightful = async (nc: NatsConnection, subject: string, msg: Msg): Promise<boolean> => {
  const { signatures, onForged } = identityOf(nc);
  if (!signatures) return true;
  const [sender = '', signature = ''] = (msg.headers?.get(SIGNATURE_HEADER) ?? '').split(':');
  const { reply = '', data } = msg;
  if (
    maySend(sender as BusUser, subject) &&
    (await signatures.isRight(contentOf(sender, subject, reply, data), signature))
  )
    return true;
  onForged?.({ kind: 'request', subject: msg.subject });
  return false;
};
