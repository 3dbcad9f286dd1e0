// Keeps in NATS what was mailed to mailboxes and registered from networks, for all replicas of this service together.
import { createHmac } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { type Refusal, refuse } from '@tradeium/contracts';
import { openBucket } from '@tradeium/event-store';
import { derivedKey } from '@tradeium/service-kit';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import {
  type Allowance,
  MAILS_FROM_NETWORK,
  MAILS_OF_MAILBOX,
  REGISTRATIONS_OF_NETWORK,
  secondsUntilAllowed,
  type Use,
  withUse,
} from '../domain/mail-allowance.ts';
import { change } from './changed-value.ts';

/** The same request for the same email address is one use. */
type AllowedRequest = { readonly commandId: string; readonly email: string };

export type MailAllowances = {
  /**
   * Uses one mail of a mailbox (the id of its claim); TOO_MANY_MAILS when none is left. Resets have an allowance of their
   * own, so that registering somebody's address does not keep him from a new password, and a network has a part of it
   * only (this machine has all), so that asking for mails again and again does not either.
   */
  useMail(
    mailbox: string,
    kind: 'verification' | 'reset',
    request: AllowedRequest & { readonly address: string },
  ): Promise<Refusal | undefined>;
  /** Uses one registration of a network; TOO_MANY_REGISTRATIONS when none is left. This machine has no limit. */
  useRegistration(address: string, request: AllowedRequest): Promise<Refusal | undefined>;
};

const usesRecord = z.array(z.object({ at: z.int(), id: z.string() }));
const ID_LENGTH = 12;
/** The answer when so many write at once that none of them succeeds. */
const CROWDED_SECONDS = 1;

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addSubnet('::', 127, 'ipv6');

/** True if an address, or the network that stands for it, is this machine's. */
const isThisMachine = (address: string): boolean => {
  const [ip = ''] = address.split('/');
  return isIP(ip) !== 0 && thisMachine.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
};

/** Opens the allowances; the keys in the bucket are made with `claimKey`. */
export const openMailAllowances = async (
  nc: NatsConnection,
  claimKey: string,
  now: () => Date,
): Promise<MailAllowances> => {
  const bucket = await openBucket(nc, 'LOGIN_ATTEMPTS');
  const secret = derivedKey(claimKey, 'mail-allowances');
  const digest = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
  // A visitor chooses the command id, so the same one with another email is another use.
  const useOf = ({ commandId, email }: AllowedRequest): Use => ({
    at: now().getTime(),
    id: digest('use', commandId, email).slice(0, ID_LENGTH),
  });
  /** Answers how many seconds to wait for it; 0 when it was used. */
  const use = async (key: string, allowance: Allowance, request: AllowedRequest): Promise<number> => {
    const next = useOf(request);
    const before = await change(bucket, key, usesRecord, (uses) => [...withUse(uses ?? [], allowance, next)]);
    return before === null ? CROWDED_SECONDS : secondsUntilAllowed(before.value ?? [], allowance, next);
  };
  return {
    useMail: async (mailbox, kind, { address, ...request }) => {
      const ofNetwork = `network.${digest('mails', kind, mailbox, address)}`;
      const seconds =
        (isThisMachine(address) ? 0 : await use(ofNetwork, MAILS_FROM_NETWORK, request)) ||
        (await use(`mailbox.${digest(kind, mailbox)}`, MAILS_OF_MAILBOX, request));
      return seconds > 0 ? refuse('TOO_MANY_MAILS', { seconds }) : undefined;
    },
    useRegistration: async (address, request) => {
      if (isThisMachine(address)) return undefined;
      const seconds = await use(`network.${digest('network', address)}`, REGISTRATIONS_OF_NETWORK, request);
      return seconds > 0 ? refuse('TOO_MANY_REGISTRATIONS', { seconds }) : undefined;
    },
  };
};
