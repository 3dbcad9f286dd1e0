// Who connects to NATS, one user for each kind of process, and which messages each may send.
import { messageOfRoute, ROUTES, type RouteTable, subjectOfMessage } from './http.ts';
import { SERVICE_NAMES, SERVICES, type ServiceDeclaration } from './services.ts';

/** The kinds of processes on NATS, each with a user and a key of its own. The operator declares streams and sends commands by hand. */
export const BUS_USERS = ['gateway', ...SERVICE_NAMES, 'operator'] as const;
export type BusUser = (typeof BUS_USERS)[number];

/** Messages that the gateway sends and that belong to no route. */
const GATEWAY_SENDS = [
  'cmd.agent.call-tool',
  'cmd.auth.change-profile',
  'cmd.auth.end-session',
  'cmd.auth.register-user',
  'cmd.auth.start-session',
  'cmd.auth.verify-address',
  'cmd.backtest.start-run',
  'cmd.credits-ledger.receive-payment-notice',
  'query.*.export-user-data',
  'query.agent.list-tools',
  'query.auth.get-access',
  'query.auth.get-session',
  'query.backtest.await-run',
];

const ofRoutes = (): string[] =>
  Object.entries(ROUTES as RouteTable).flatMap(([name, route]) =>
    route.service === 'gateway' ? [] : [subjectOfMessage(messageOfRoute(name, route))],
  );

/** The subjects of the commands and queries that a kind of process may send; `*` is any name, `>` any rest. */
export const sentBy = (user: BusUser): readonly string[] => {
  if (user === 'operator') return ['cmd.>', 'query.>'];
  if (user === 'gateway') return [...new Set([...ofRoutes(), ...GATEWAY_SENDS])];
  return [`cmd.${user}.>`, `query.${user}.>`, ...(SERVICES[user] as ServiceDeclaration).sends];
};

const patterns = new Map<BusUser, readonly string[]>();

const fits = (pattern: string, subject: string): boolean => {
  if (pattern.endsWith('.>')) return subject.startsWith(pattern.slice(0, -1));
  const words = subject.split('.');
  const wanted = pattern.split('.');
  return wanted.length === words.length && wanted.every((word, n) => word === '*' || word === words[n]);
};

/** True if a kind of process may send a command or query with this subject. */
export const maySend = (user: BusUser, subject: string): boolean => {
  if (!BUS_USERS.includes(user)) return false;
  const allowed = patterns.get(user) ?? sentBy(user);
  patterns.set(user, allowed);
  return allowed.some((pattern) => fits(pattern, subject));
};
