// Which versions of the servers we get ourselves.

export const NATS_VERSION = '2.15.2';
export const TEMPORAL_VERSION = '1.5.1';
export const MONGODB_VERSION = '8.0.32';
/** For tests only. */
export const VERSITYGW_VERSION = '1.8.0';
export const SECANTUS_VERSION = '0.7.0b3';
export const SECANTUS_RUST_VERSION = '0.5.3-beta.193';
