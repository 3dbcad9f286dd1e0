// The address on which the paper exchange and the stand-ins listen: this machine's own, or the network of containers.

export const LOOPBACK = '127.0.0.1';
const EVERYWHERE = '0.0.0.0';
/** No site has a name without a dot. */
const CONTAINER_NAME = /^[a-z][a-z0-9-]{0,62}$/;

export type Reach = {
  /** Its name in a network of containers, which it then listens on; without one it listens on the loopback address. */
  readonly name?: string | undefined;
};

export const listenedHost = ({ name }: Reach): string => (name ? EVERYWHERE : LOOPBACK);

/** Reads the addresses from the environment; throws for a name that a site could have. */
export const readReach = (env: NodeJS.ProcessEnv = process.env): Reach => {
  const { STAND_INS_NAME: name } = env;
  if (!name) return {};
  if (!CONTAINER_NAME.test(name))
    throw new Error(`STAND_INS_NAME must be a name without a dot, not "${name}"`);
  return { name };
};
