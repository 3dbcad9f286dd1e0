// The cookies that carry a secret: scripts cannot read them, and requests from other sites do not carry them.
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

export type SecretCookie = {
  readonly name: string;
  read(request: Request): string | undefined;
  /** `expiresAt` is an ISO time. */
  set(response: Response, value: string, expiresAt: string): void;
  clear(response: Response): void;
};

/**
 * Sets a cookie and replaces one of the same name. The session cookie is set last and comes first, for clients that keep
 * the first one only.
 */
export const putCookie = (response: Response, cookie: SetCookie): void => {
  const header = response.getHeader('Set-Cookie') ?? [];
  const others = [header].flat().filter((other) => !String(other).startsWith(`${cookie.name}=`));
  response.setHeader('Set-Cookie', [stringifySetCookie(cookie), ...others.map(String)]);
};

/** Over https the cookie is Secure and bound to the host (`__Host-`). Over plain http, for local use, it can be neither. */
const secretCookie = (publicUrl: string, plainName: string): SecretCookie => {
  const secure = new URL(publicUrl).protocol === 'https:';
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = { name, httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  return {
    name,
    read: ({ headers: { cookie } }) => (cookie ? parseCookie(cookie)[name] : undefined),
    set: (response, value, expiresAt) =>
      putCookie(response, { ...attributes, value, expires: new Date(expiresAt) }),
    clear: (response) => putCookie(response, { ...attributes, value: '', expires: new Date(0) }),
  };
};

/** Carries the session token. */
export const sessionCookie = (publicUrl: string): SecretCookie => secretCookie(publicUrl, 'tradeium_session');

/** Carries the mark by which the link of the verification mail knows the browser that registered. */
export const registrationCookie = (publicUrl: string): SecretCookie =>
  secretCookie(publicUrl, 'tradeium_registration');
