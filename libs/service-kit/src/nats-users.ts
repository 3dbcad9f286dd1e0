// The users of NATS, one for each kind of process, as a part of the server's configuration.
import { BUS_USERS, type BusUser } from '@tradeium/contracts';

/** The block `authorization` of nats-server's configuration. */
export const natsUsers = (passwords: Readonly<Record<BusUser, string>>): string => {
  const users = BUS_USERS.map(
    (user) => `    { user: ${JSON.stringify(user)}, password: ${JSON.stringify(passwords[user])} }`,
  );
  return ['authorization {', '  users: [', ...users, '  ]', '}', ''].join('\n');
};
