// The official images of the servers, for docker-compose.yml, k8s/ and tests: a check keeps these in step.
import {
  MONGODB_VERSION,
  NATS_VERSION,
  SECANTUS_VERSION,
  TEMPORAL_VERSION,
  VERSITYGW_VERSION,
} from './versions.ts';

/** The versions of what is in the images, and of what takes their place where none can be pulled. */
export const SERVER_VERSIONS = {
  nats: NATS_VERSION,
  /** The command line, which has a server of its own inside. */
  temporalCli: TEMPORAL_VERSION,
  temporal: '1.29.1',
  versitygw: VERSITYGW_VERSION,
  secantus: SECANTUS_VERSION,
} as const;

/** Of NATS the one with `wget`, which asks it how it is. */
export const SERVER_IMAGES = {
  nats: `nats:${NATS_VERSION}-alpine`,
  mongodb: `mongo:${MONGODB_VERSION}`,
  temporal: `temporalio/server:${SERVER_VERSIONS.temporal}`,
  'temporal-tools': `temporalio/admin-tools:${SERVER_VERSIONS.temporal}-tctl-1.18.4-cli-1.5.0`,
  postgresql: 'postgres:17.7',
  s3: `versity/versitygw:v${SERVER_VERSIONS.versitygw}`,
} as const;
