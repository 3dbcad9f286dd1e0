// What the gateway is told by its environment.
import { commonConfig } from '@tradeium/service-kit';
import { z } from 'zod';

const perMinute = (fallback: number) => z.coerce.number().int().positive().default(fallback);

export const gatewayConfig = commonConfig
  .extend({
    /** 0 picks a free port. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(4_000),
    /** The address to listen on; all of the machine's when absent. */
    HOST: z.string().min(1).optional(),
    /** Where browsers find the product; with https the cookie is Secure and HSTS is sent. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Signs the session tokens; the same as the auth service's. */
    SESSION_SECRET: z.string().min(32, 'at least 32 characters'),
    /** The built web app. */
    WEB_DIRECTORY: z.string().default('build/web'),
    /** Proxies in front of the gateway whose X-Forwarded-* headers are believed. */
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
    /** Requests of one user, or of one address when nobody is signed in. */
    RATE_LIMIT_PER_MINUTE: perMinute(600),
    /** Attempts to log in, register or verify, by address and account name. */
    RATE_LIMIT_AUTH_PER_MINUTE: perMinute(20),
    /** At least so long between the starts of two logins, registrations or resets, whoever makes them. */
    ATTEMPT_PACE_MS: z.coerce.number().int().min(0).max(1_000).default(40),
    RATE_LIMIT_EXECUTE_PER_MINUTE: perMinute(30),
    /** Checks of code that is being written. */
    RATE_LIMIT_CHECK_PER_MINUTE: perMinute(60),
    RATE_LIMIT_EXPORT_PER_MINUTE: perMinute(5),
    /** Payment notices, by address: a provider sends those of all buyers from a few. */
    RATE_LIMIT_WEBHOOK_PER_MINUTE: perMinute(6_000),
    /** How often an event stream gives a sign of life, and looks again whether session and run are still on. */
    STREAM_HEARTBEAT_MS: z.coerce.number().int().min(50).max(30_000).default(15_000),
  })
  .transform((config) => ({
    ...config,
    PUBLIC_URL: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
  }));

export type GatewayConfig = z.output<typeof gatewayConfig>;
