// Variables of a process must not contradict each other: a way of access is set whole, and no more than one way.

type Given = Readonly<Record<string, string | undefined>>;

const given = (all: Given, names: readonly string[]): string[] => names.filter((name) => all[name]);

const together = (all: Given, names: readonly string[]): string[] => {
  const found = given(all, names).length;
  return found > 0 && found < names.length ? [`${names.join(', ')} can only be set together`] : [];
};

const oneOf = (names: readonly string[]): string[] =>
  names.length > 1 ? [`${names.join(', ')} cannot be set together`] : [];

const LOGIN_IN_ADDRESS = /^(\w+:\/\/)?[^@/]+@/;

const ofNats = (all: Given): string[] => {
  const isNamed = (all.NATS_URL ?? '').split(',').some((url) => LOGIN_IN_ADDRESS.test(url.trim()));
  const ways = given(all, ['NATS_USER', 'NATS_CREDENTIALS', 'NATS_NKEY_SEED']);
  return [
    ...together(all, ['NATS_USER', 'NATS_PASSWORD']),
    ...together(all, ['NATS_TLS_CERTIFICATE', 'NATS_TLS_KEY']),
    ...oneOf([...(isNamed ? ['NATS_URL with a name'] : []), ...ways]),
  ];
};

const KEYS = ['BLOBS_S3_ACCESS_KEY_ID', 'BLOBS_S3_SECRET_ACCESS_KEY'];

const ofBlobs = (all: Given): string[] => {
  if (all.BLOBS_S3_BUCKET) return together(all, KEYS);
  const unused = given(all, ['BLOBS_S3_ENDPOINT', ...KEYS]);
  return unused.length > 0 ? [`${unused.join(', ')} can only be set together with BLOBS_S3_BUCKET`] : [];
};

/**
 * Every contradiction among these variables, each with the names that are involved, and without values. Not as `NAME: problem`,
 * which the log would take for a secret and its value.
 */
export const contradictionsIn = (all: Given): string[] => [
  ...ofNats(all),
  ...together(all, ['TEMPORAL_TLS_CERTIFICATE', 'TEMPORAL_TLS_KEY']),
  ...ofBlobs(all),
];
