// For tests: an SMTP server with scripted answers, which stores what it accepts.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** The answer to a command ('GREETING' at the start, 'END' after a mail's text); undefined: success. */
export type SmtpAnswers = (command: string, argument: string) => string | undefined;

export type SmtpUnderTest = {
  readonly url: string;
  /** The recipients of accepted mail, in order. */
  readonly taken: readonly string[];
  answers: SmtpAnswers;
  close(): Promise<void>;
};

const AGREES: Record<string, string> = {
  GREETING: '220 ready',
  EHLO: '250-here\r\n250 AUTH PLAIN',
  DATA: '354 go on',
  QUIT: '221 bye',
};

const converse = async (socket: Socket, smtp: SmtpUnderTest & { taken: string[] }): Promise<void> => {
  const say = (command: string, argument = ''): string => {
    const said = smtp.answers(command, argument) ?? AGREES[command] ?? '250 fine';
    socket.write(`${said}\r\n`);
    return said;
  };
  let recipient = '';
  let isText = false;
  say('GREETING');
  for await (const line of createInterface({ input: socket })) {
    if (isText && line !== '.') continue;
    const command = isText ? 'END' : (/^[A-Z]+/.exec(line)?.[0] ?? '');
    isText = false;
    if (command === 'RCPT') recipient = /<(.*)>/.exec(line)?.[1] ?? '';
    const said = say(command, command === 'END' ? recipient : line);
    if (command === 'DATA') isText = said.startsWith('354');
    if (command === 'END' && said.startsWith('250')) smtp.taken.push(recipient);
    if (command === 'QUIT') socket.end();
  }
};

export const startSmtp = async (answers: SmtpAnswers = () => undefined): Promise<SmtpUnderTest> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    void converse(socket, smtp).catch(() => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const smtp = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: [] as string[],
    answers,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return smtp;
};
