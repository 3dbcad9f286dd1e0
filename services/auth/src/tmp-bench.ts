// temp
import { writeFileSync } from 'node:fs';
import { fromVut, MESSAGES, messageOf } from '@tradeium/contracts';
import { startMailbox } from '@tradeium/local/mail';
import { openBlobs, openRequestClient, outputOf } from '@tradeium/service-kit';
import { startEventServer, startMongodb, startServiceProcess } from '@tradeium/testing';
import { verificationMail } from './mail/verification-mail.ts';

writeFileSync(
  process.argv[2] + '/mail.html',
  verificationMail({
    to: 'a@b.c',
    username: 'ada_lovelace',
    token: '3f1c9f0e-8f0b-4b3a-9d5f-5a1f0e7b2c11.1.mF3n2vQ7bq0a1b2c3d4e5f6g7h8i9j0kLmNoPqRsTuV',
    publicUrl: 'http://localhost:4000',
    id: 'x',
  }).html,
);
const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
const events = await startEventServer();
const mongo = await startMongodb();
const env = {
  NATS_URL: events.url,
  MONGODB_URL: mongo.url,
  SMTP_URL: mailbox.smtpUrl,
  EMAIL_VERIFICATION: 'off',
  SESSION_SECRET: 'x'.repeat(32),
  CLAIM_KEY: 'y'.repeat(32),
  MASTER_KEY: 'z'.repeat(32),
};
let t = performance.now();
const auth = await startServiceProcess(new URL('main.ts', import.meta.url), env);
console.log('auth start ms', performance.now() - t);
t = performance.now();
const ledger = await startServiceProcess(new URL('../../credits-ledger/src/main.ts', import.meta.url), env);
console.log('ledger start ms', performance.now() - t);
const nc = await events.connect();
const client = openRequestClient(nc, openBlobs(nc, { directory: '/nowhere', shared: true }));
let n = 0;
const ctx = (userId?: string) => ({
  commandId: `c${++n}`,
  correlationId: 'b',
  ...(userId ? { userId } : {}),
});
const stat = (name: string, ms: number[]) => {
  ms.sort((a, b) => a - b);
  const q = (p: number) => ms[Math.min(ms.length - 1, Math.floor(p * ms.length))]!.toFixed(2);
  console.log(name, 'n', ms.length, 'p50', q(0.5), 'p95', q(0.95), 'p99', q(0.99));
};
const run = async (name: string, count: number, conc: number, f: (i: number) => Promise<unknown>) => {
  const ms: number[] = [];
  let i = 0;
  const t0 = performance.now();
  await Promise.all(
    Array.from({ length: conc }, async () => {
      while (i < count) {
        const k = i++;
        const a = performance.now();
        await f(k);
        ms.push(performance.now() - a);
      }
    }),
  );
  const s = (performance.now() - t0) / 1000;
  stat(`${name} conc ${conc} ${(count / s).toFixed(0)}/s`, ms);
};
const reg = outputOf(
  await client.request(MESSAGES.registerUser, { email: 'ada@example.com', password: 'password1' }, ctx()),
);
await run('register', 50, 1, (i) =>
  client
    .request(MESSAGES.registerUser, { email: `u${i}@example.com`, password: 'password1' }, ctx())
    .then(outputOf),
);
await run('login', 50, 1, () =>
  client
    .request(MESSAGES.startSession, { email: 'ada@example.com', password: 'password1' }, ctx())
    .then(outputOf),
);
await run('login unknown', 50, 1, () =>
  client.request(MESSAGES.startSession, { email: 'zzz@example.com', password: 'password1' }, ctx()),
);
await run('login', 100, 20, () =>
  client
    .request(MESSAGES.startSession, { email: 'ada@example.com', password: 'password1' }, ctx())
    .then(outputOf),
);
const tok = JSON.parse(Buffer.from(reg.session_token!.split('.')[1]!, 'base64url').toString());
await run('getSession', 500, 1, () =>
  client.request(MESSAGES.getSession, { sessionId: tok.sid }, ctx()).then(outputOf),
);
await run('getSession', 3000, 50, () =>
  client.request(MESSAGES.getSession, { sessionId: tok.sid }, ctx()).then(outputOf),
);

await client.request(MESSAGES.grantCredits,{accountId:'hot',operationId:'g',amount:fromVut(1e9),reason:'x'},ctx()).then(outputOf);
const reserve=(a:string,i:number)=>client.request(MESSAGES.reserveCredits,{accountId:a,operationId:`r${i}`,amount:fromVut(1),purpose:'backtest',expiresAt:'2100-01-01T00:00:00.000Z'},ctx()).then(outputOf);
const capture=(a:string,i:number)=>client.request(MESSAGES.captureCredits,{accountId:a,operationId:`r${i}`,amount:fromVut(1)},ctx()).then(outputOf);
await run('reserve',400,1,i=>reserve('hot',i));
await run('capture',400,1,i=>capture('hot',i));
await run('reserve+capture hot',1000,16,async i=>{await reserve('hot',1000+i);await capture('hot',1000+i);});
for(let k=0;k<64;k++) await client.request(MESSAGES.grantCredits,{accountId:`a${k}`,operationId:'g',amount:fromVut(1e9),reason:'x'},ctx()).then(outputOf);
await run('reserve+capture 64 acc',1000,64,async i=>{await reserve(`a${i%64}`,i);await capture(`a${i%64}`,i);});
await run('getBalance',500,1,()=>client.request(messageOf('getBalance'),{},ctx('hot')).then(outputOf));
await auth.stop();
await ledger.stop();
await mongo.stop();
await events.stop();
await mailbox.close();
process.exit(0);
