// Pages, assets and the API's description: what browsers get besides the API.

import { createHash } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { startEdge } from '../tests/edge-under-test.ts';

const edge = sharedByTests(startEdge);

const accept = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the web app', () => {
  test('/ is the landing page, with the address that the product has', async () => {
    const response = await edge.send('/');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const page = await response.text();
    expect(page).toContain('<title>Landing</title>');
    expect(page).toContain(`<link href="${edge.parts.config.PUBLIC_URL}/">`);
    expect(page).toContain('data-visitor="guest"');
    const known = { 'if-none-match': response.headers.get('etag') as string };
    expect((await edge.send('/', { headers: known })).status).toBe(304);
  });

  test('the landing page knows signed-in users, and no cache mixes up the two versions', async () => {
    const guest = await edge.send('/');
    const user = await edge.send('/', {
      cookie: 'tradeium_session=whatever',
      headers: { 'if-none-match': guest.headers.get('etag') as string },
    });
    expect(await user.text()).toContain('data-visitor="user"');
    expect(user.headers.get('vary')).toMatch(/cookie/i);
  });

  test.each(['/index.html', '/app.html', '/workspace.html'])('%s has no address of its own', async (path) => {
    const response = await edge.send(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
  });

  test.each([
    '/auth?auth=register',
    '/verify-email?token=abc',
    '/reset-password?token=abc',
    '/privacy',
    '/terms',
    '/cookies',
    '/app',
    '/app/backtest',
    '/app/credits?success=true',
    '/trading',
    '/credits',
    '/admin',
  ])('%s is a page, always fresh', async (path) => {
    for (const headers of [accept, { accept: '*/*' }]) {
      const response = await edge.send(path, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<title>Tradeium</title>');
    }
  });

  test.each(['/shared', '/shared/'])(
    '%s is a page that no search engine lists and no cache keeps',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await edge.send(path, { method, headers: accept });
        expect(status).toBe(200);
        expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('referrer-policy')).toBe('no-referrer');
      }
      const page = await (await edge.send(path, { headers: accept })).text();
      expect(page).toContain('<meta name="robots" content="noindex, nofollow" />');
      expect(page).toContain('<title>Tradeium</title>');
      expect((await edge.send('/auth', { headers: accept })).headers.get('x-robots-tag')).toBeNull();
    },
  );

  test.each(['/', '/auth', '/app/backtest', '/api/docs'])(
    'the page %s runs nothing but our own scripts, in no frame',
    async (path) => {
      const response = await edge.send(path, { headers: accept, cookie: 'tradeium_session=whatever' });
      const inline = [...(await response.text()).matchAll(/<script>([^<]*)</g)].map(([, script = '']) =>
        createHash('sha256').update(script).digest('base64'),
      );
      expect(inline).toHaveLength(path === '/auth' || path === '/app/backtest' ? 1 : 0);
      const sources = ["'self'", ...inline.map((hash) => `'sha256-${hash}'`)].join(' ');
      const { headers } = response;
      expect(headers.get('content-security-policy')).toContain(`;script-src ${sources}`);
      expect(headers.get('content-security-policy')).toContain("default-src 'none';frame-ancestors 'none';");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\)/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    },
  );

  test('a page that has not changed is not sent again, and its head can be requested', async () => {
    for (const path of ['/auth', '/app/backtest']) {
      const page = await edge.send(path, { headers: accept });
      const etag = page.headers.get('etag') as string;
      const again = await edge.send(path, { headers: { ...accept, 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const head = await edge.send(path, { method: 'HEAD', headers: accept });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    }
  });

  test('a signed-in user gets the document that requests the workspace at once', async () => {
    const cookie = 'tradeium_session=whatever';
    for (const path of ['/app', '/app/backtest', '/app/backtest?chat=1']) {
      const response = await edge.send(path, { cookie, headers: accept });
      expect(await response.text(), path).toContain('workspace');
      expect(response.headers.get('vary')).toMatch(/cookie/i);
    }
    expect(await (await edge.send('/app/credits', { cookie, headers: accept })).text()).not.toContain(
      'workspace',
    );
    expect(await (await edge.send('/app/backtest', { headers: accept })).text()).not.toContain('workspace');
  });

  test('files that the build has compressed are sent as they are, to clients that accept it', async () => {
    const path = '/assets/main-5e6f7a8b.js';
    const taken = await edge.send(path, { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(taken.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    for (const needless of ['etag', 'last-modified', 'accept-ranges', 'x-frame-options'])
      expect(taken.headers.get(needless)).toBeNull();
    expect(await taken.text()).toBe('export const text = "compressed";');
    const plain = await edge.send(path, { headers: { 'accept-encoding': 'identity' } });
    expect(await plain.text()).toBe('export const text = "plain";');
  });

  test('compressed files answer GET and HEAD only', async () => {
    const path = '/assets/main-5e6f7a8b.js';
    const headers = { 'accept-encoding': 'br' };
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await edge.send(path, { method, headers })).status).toBe(404);
    const head = await edge.send(path, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-encoding')]).toEqual([200, 'br']);
  });

  test('any other address is a page for a browser and not found for a program', async () => {
    expect((await edge.send('/nowhere', { headers: accept })).status).toBe(200);
    expect((await edge.send('/nowhere')).status).toBe(404);
    expect((await edge.send('/assets/gone.js')).status).toBe(404);
    expect((await edge.send('/api/nowhere', { headers: accept })).status).toBe(404);
  });

  test('an API address is the API for a browser too', async () => {
    const response = await edge.send('/trading/positions', { headers: accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      401,
      'application/json; charset=utf-8',
    ]);
  });

  test('assets are kept forever by their hash, other files are requested again', async () => {
    const asset = await edge.send('/assets/main-1a2b3c4d.js', { headers: { 'accept-encoding': 'br' } });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('br');
    const icon = await edge.send('/favicon.svg');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    const again = await edge.send('/favicon.svg', {
      headers: { 'if-none-match': icon.headers.get('etag') as string },
    });
    expect(again.status).toBe(304);
  });

  test.each(['/..%2f..%2fpackage.json', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/.env', '/%00'])(
    '%s leads nowhere',
    async (path) => {
      expect((await edge.send(path)).status).toBe(404);
    },
  );

  test('says clearly when it is not built', async () => {
    const bare = await startEdge([], { WEB_DIRECTORY: '/nowhere/at/all' });
    try {
      for (const path of ['/', '/auth']) {
        const response = await bare.send(path, { headers: accept });
        expect(response.status).toBe(503);
        expect(await response.text()).toContain('The web app is not built yet');
      }
    } finally {
      await bare.close();
    }
  });
});

describe("the API's description", () => {
  test('is served as valid OpenAPI 3.1', async () => {
    const document = (await (await edge.send('/api/openapi.json')).json()) as Record<string, unknown>;
    expect(document.openapi).toMatch(/^3\.1/);
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  });

  test('has a page that needs no inline script', async () => {
    const page = await (await edge.send('/api/docs', { headers: accept })).text();
    const scripts = [...page.matchAll(/<script([^>]*)>([^<]*)</g)];
    expect(scripts.map(([, , inline]) => inline)).toEqual(['', '']);
    for (const [, attributes] of scripts) {
      const source = /src="([^"]+)"/.exec(attributes ?? '')?.[1] as string;
      const script = await edge.send(source);
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toMatch(/javascript/);
    }
  });
});
