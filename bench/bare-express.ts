// The yardstick of the gateway's benchmark: the minimum of an Express server that returns the signed-in user.
import { createSecretKey } from 'node:crypto';
import { parseCookie } from 'cookie';
import express from 'express';
import jsonwebtoken from 'jsonwebtoken';

const { PORT, SESSION_SECRET = '', USER = '{}' } = process.env;
const key = createSecretKey(Buffer.from(SESSION_SECRET));
const user: unknown = JSON.parse(USER);

const app = express();
app.get('/auth/me', (request, response) => {
  jsonwebtoken.verify(parseCookie(request.headers.cookie ?? '').tradeium_session ?? '', key, {
    algorithms: ['HS256'],
  });
  response.json(user);
});
app.listen(Number(PORT), '127.0.0.1');
