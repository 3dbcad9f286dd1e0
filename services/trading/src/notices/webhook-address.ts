// Which addresses a webhook may have: https to a public address, so that it cannot reach the server's own network.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Everything that is not the public internet (IANA's special-purpose registries). */
const V4_CLOSED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Among the global unicast addresses: protocols, documentation, and tunnels that carry IPv4 addresses. */
const V6_CLOSED = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const V6_GLOBAL = '2000::/3';

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

const closed4 = listOf(V4_CLOSED, 'ipv4');
const closed6 = listOf(V6_CLOSED, 'ipv6');
const global6 = listOf([V6_GLOBAL], 'ipv6');
const loopback4 = listOf(['127.0.0.0/8'], 'ipv4');

/** True if requests may go to an IP address. `isLocal`: this is somebody's own machine, which may call itself. */
export const isOpenAddress = (address: string, isLocal: boolean): boolean => {
  if (isIP(address) === 0) return false;
  if (!isIPv6(address))
    return !closed4.check(address, 'ipv4') || (isLocal && loopback4.check(address, 'ipv4'));
  if (isLocal && address === '::1') return true;
  return global6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
};

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const LOCAL_HOSTS = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** True if the product runs for its own machine only. */
export const isLocalUrl = (url: string): boolean => LOCAL_HOSTS.test(hostOf(new URL(url)));

/** Why an address cannot be used; null: it can, as far as its text says. */
export const addressProblem = (text: string, isLocal: boolean): string | null => {
  if (!URL.canParse(text)) return 'it is no URL';
  const url = new URL(text);
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '') return 'it must not hold a user or a password';
  const isPlain = url.protocol === 'http:' && isLocal && LOCAL_HOSTS.test(host);
  if (url.protocol !== 'https:' && !isPlain) return 'it must begin with https://';
  if (LOCAL_HOSTS.test(host) && !isLocal) return 'it must be a public address';
  if (isIP(host) !== 0 && !isOpenAddress(host, isLocal)) return 'it must be a public address';
  return null;
};

/** A name that leads into a closed network. */
export class ClosedAddress extends Error {}

/**
 * Resolves a name, and refuses it when any of its addresses is closed. The connection goes to what is checked here, so that
 * a name that changes its answer meanwhile gains nothing. Only names that say so lead to this machine.
 */
export const openLookup =
  (isLocal: boolean): LookupFunction =>
  (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (found ?? []) as LookupAddress[];
      const [first] = addresses;
      const isOpen = addresses.every(({ address }) =>
        isOpenAddress(address, isLocal && LOCAL_HOSTS.test(hostname)),
      );
      const problem =
        error ?? (first && isOpen ? null : new ClosedAddress('the name leads to no public address'));
      if (problem || !first) return callback(problem ?? new Error('not found'), '', 0);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
