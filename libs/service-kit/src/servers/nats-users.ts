// The users of NATS, one for each kind of process, with the rights that follow from the manifest.
import {
  ADMINISTRATION_UPDATE_SUBJECT,
  accountUpdateSubject,
  BUS_USERS,
  type BusUser,
  PROCESSES_SUBJECT,
  rolesChangedSubject,
  SERVICES,
  type ServiceDeclaration,
  type ServiceName,
  sentBy,
  streamOf,
  subjectOf,
} from '@tradeium/contracts';
import { STORE_BUCKETS, streamLayouts } from '@tradeium/event-store/streams';

/** Subjects that a user may publish to and listen on; `>` is everything below, `*` one word. */
export type NatsRights = {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
};

/** The beginning of the subjects on which readers get the chunks of their streams. */
export const STREAM_INBOX = '_STREAM';

/** These read streams of others: requests of browsers, and jobs of operators. */
const STREAM_READERS: readonly BusUser[] = ['gateway', 'admin'];

const api = (call: string, stream: string, rest = ''): string => `$JS.API.${call}.${stream}${rest}`;

/** The rights to read a stream or a bucket: single messages from its leader, and consumers that nobody else knows of. */
const reading = (stream: string): string[] => [
  api('STREAM.MSG.GET', stream),
  api('CONSUMER.CREATE', stream),
  api('CONSUMER.CREATE', stream, '.>'),
  api('CONSUMER.INFO', stream, '.*'),
  api('CONSUMER.DELETE', stream, '.*'),
  api('CONSUMER.MSG.NEXT', stream, '.*'),
  `$JS.FC.${stream}.>`,
];

/** Every process checks when it starts how all streams are configured. */
const checking = (): string[] => [
  '$JS.API.INFO',
  ...streamLayouts(1).map(({ name }) => api('STREAM.INFO', name)),
];

const KEYS = 'USER_KEYS';
const hasMasterKey = ({ environment }: ServiceDeclaration): boolean => environment.includes('MASTER_KEY');
const ownsKeys = ({ buckets }: ServiceDeclaration): boolean => buckets.some(({ name }) => name === KEYS);

/** The buckets of a service and the keys that it writes there; those of the store by its own name, states by its context. */
const storing = (user: ServiceName): { read: string[]; write: string[] } => {
  const declared: ServiceDeclaration = SERVICES[user];
  const own = declared.buckets.map(({ name }) => name);
  const shared = STORE_BUCKETS.map(({ name }) => name);
  return {
    read: [...own, ...shared, ...(hasMasterKey(declared) && !ownsKeys(declared) ? [KEYS] : [])],
    write: [
      ...own.map((name) => `$KV.${name}.>`),
      ...shared.map((name) => `$KV.${name}.${name === 'SNAPSHOTS' ? declared.context : user}.>`),
    ],
  };
};

const serviceRights = (user: ServiceName): NatsRights => {
  const declared: ServiceDeclaration = SERVICES[user];
  const { context, reads } = declared;
  const { read, write } = storing(user);
  const streams = [context, ...reads].map(streamOf);
  return {
    publish: [
      `events.${context}.>`,
      ...[...streams, ...read.map((name) => `KV_${name}`)].flatMap(reading),
      ...write,
      // A destroyed key is overwritten on the disk.
      ...(ownsKeys(declared) ? [api('STREAM.MSG.DELETE', `KV_${KEYS}`)] : []),
      ...STREAM_READERS.map((reader) => `${STREAM_INBOX}.${reader}.>`),
      accountUpdateSubject('*'),
      ...(user === 'auth' ? [rolesChangedSubject('*')] : []),
      ...(user === 'admin' ? [ADMINISTRATION_UPDATE_SUBJECT, PROCESSES_SUBJECT] : []),
    ],
    subscribe: [`cmd.${user}.>`, `query.${user}.>`, ...(hasMasterKey(declared) ? [`$KV.${KEYS}.*`] : [])],
  };
};

const gatewayRights = (): NatsRights => ({
  publish: STREAM_READERS.map((reader) => `${STREAM_INBOX}.${reader}.>`),
  subscribe: [
    subjectOf('auth', 'user', '*'),
    accountUpdateSubject('*'),
    ADMINISTRATION_UPDATE_SUBJECT,
    rolesChangedSubject('*'),
  ],
});

/** Everything: with these rights streams are declared, and changed by hand. */
const OPERATOR_RIGHTS: NatsRights = { publish: ['>'], subscribe: ['>'] };

/** The rights of a kind of process at NATS. Messages between processes of one kind are below the name of their user. */
export const natsRights = (user: BusUser): NatsRights => {
  if (user === 'operator') return OPERATOR_RIGHTS;
  const { publish, subscribe } = user === 'gateway' ? gatewayRights() : serviceRights(user);
  const reads = STREAM_READERS.includes(user);
  return {
    publish: [
      `${user}.>`,
      // Answers. Not `allow_responses`, which a connection that is made again has lost. Requests have inboxes that nobody can guess.
      '_INBOX.>',
      ...checking(),
      ...sentBy(user),
      ...(reads ? ['stream.>'] : [`stream.${user}.>`]),
      ...publish,
    ],
    subscribe: [
      `${user}.>`,
      `_INBOX.${user}.>`,
      `${STREAM_INBOX}.${user}.>`,
      `stream.${user}.>`,
      PROCESSES_SUBJECT,
      ...subscribe,
    ],
  };
};

const list = (subjects: readonly string[]): string =>
  `[${subjects.map((subject) => JSON.stringify(subject)).join(', ')}]`;

const userOf = (user: BusUser, password: string, { publish, subscribe }: NatsRights): string =>
  [
    `    { user: ${JSON.stringify(user)}, password: ${JSON.stringify(password)}, permissions: {`,
    `      publish: { allow: ${list(publish)} }`,
    `      subscribe: { allow: ${list(subscribe)} }`,
    '    } }',
  ].join('\n');

/** The block `authorization` of nats-server's configuration. */
export const natsUsers = (
  passwords: Readonly<Record<BusUser, string>>,
  rightsOf: (user: BusUser) => NatsRights = natsRights,
): string => {
  const users = BUS_USERS.map((user) => userOf(user, passwords[user], rightsOf(user)));
  return ['authorization {', '  users: [', ...users, '  ]', '}', ''].join('\n');
};
