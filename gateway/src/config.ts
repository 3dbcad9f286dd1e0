// The gateway's settings, read from its environment.
import { LIMITS } from '@tradeium/contracts';
import { commonConfig, port } from '@tradeium/service-kit';
import { z } from 'zod';

type LimitSetting = (typeof LIMITS)[keyof typeof LIMITS]['setting'];

const perMinute = (fallback: number) => z.coerce.number().int().positive().default(fallback);

/** One setting for each limit of the contracts. */
const limitSettings = Object.fromEntries(
  Object.values(LIMITS).map(({ setting, perMinute: fallback }) => [setting, perMinute(fallback)]),
) as Readonly<Record<LimitSetting, ReturnType<typeof perMinute>>>;

export const gatewayConfig = commonConfig
  .extend({
    /** 0 picks a free port. */
    PORT: port.default(4_000),
    /** The address to listen on: this machine only, unless it is set (0.0.0.0: every address). */
    HOST: z.string().min(1).default('127.0.0.1'),
    /** The product's address in browsers; with https the cookie is Secure and HSTS is sent. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Signs the session tokens; the same as the auth service's. */
    SESSION_SECRET: z.string().min(32, 'at least 32 characters'),
    /** The built web app. */
    WEB_DIRECTORY: z.string().default('build/web'),
    /** Proxies in front of the gateway whose X-Forwarded-* headers are trusted. */
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
    /** Connections that one address may have open; without effect behind proxies, whose address would be everyone's. */
    CONNECTIONS_PER_ADDRESS_MAX: z.coerce.number().int().positive().default(1_000),
    ...limitSettings,
    /** The events that one user's commands may add to the streams in a UTC day. */
    GROWTH_EVENTS_PER_DAY: z.coerce.number().int().positive().default(10_000),
    GROWTH_BYTES_PER_DAY: z.coerce
      .number()
      .int()
      .positive()
      .default(16 * 1024 * 1024),
    /** Logins, registrations and resets start at least this far apart, in turns by address. */
    ATTEMPT_PACE_MS: z.coerce.number().int().min(0).max(1_000).default(40),
    /** How often an event stream sends a heartbeat and checks its session. */
    STREAM_HEARTBEAT_MS: z.coerce.number().int().min(50).max(30_000).default(15_000),
  })
  .transform((config) => ({
    ...config,
    PUBLIC_URL: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
  }));

export type GatewayConfig = z.output<typeof gatewayConfig>;
