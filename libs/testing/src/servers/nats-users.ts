// The users of NATS in tests: those of the product, and the tests' own, who may do everything and needs no password.
import { BUS_USERS, type BusUser } from '@tradeium/contracts';
import { natsRights, natsUsers } from '@tradeium/service-kit/nats-users';

const passwordOf = (user: BusUser): string => `the password of ${user}`;

/** In tests without the auth service, others make their users' data keys. */
const KEYS = '$KV.USER_KEYS.*';

const rightsOf = (user: BusUser) => {
  const rights = natsRights(user);
  const takesKeys = rights.subscribe.includes(KEYS);
  return takesKeys ? { ...rights, publish: [...rights.publish, KEYS] } : rights;
};

const TESTS = 'tests';

/** For the configuration of a server: the product's users, and the tests as everybody who does not say who they are. */
export const natsConfiguration = (): string[] => {
  const passwords = Object.fromEntries(BUS_USERS.map((user) => [user, passwordOf(user)]));
  const users = natsUsers(passwords as Record<BusUser, string>, rightsOf);
  const own = `    { user: ${TESTS}, password: ${TESTS} }\n  ]`;
  return [users.replace(/ {2}\]\n\}\n$/, `${own}\n}\n`), `no_auth_user: ${TESTS}`];
};

/** The settings by which a process is this user. */
export const natsLogin = (user: BusUser): { NATS_USER: string; NATS_PASSWORD: string } => ({
  NATS_USER: user,
  NATS_PASSWORD: passwordOf(user),
});
