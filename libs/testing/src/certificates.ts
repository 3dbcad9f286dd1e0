// Certificates for tests: an authority, and servers and clients that it signs.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate with its key as PEM, and the files that hold them. */
export type Certificate = {
  readonly pem: string;
  readonly key: string;
  readonly file: string;
  readonly keyFile: string;
};

/** Makes a certificate for `localhost` in a directory, signed by an authority, or an authority itself; valid for two days. */
export const makeCertificate = async (
  directory: string,
  name: string,
  authority?: Certificate,
): Promise<Certificate> => {
  const [file, keyFile] = [join(directory, `${name}.pem`), join(directory, `${name}.key`)];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  const signed = authority ? ['-CA', authority.file, '-CAkey', authority.keyFile] : [];
  const extensions = [
    ...['-addext', `basicConstraints=critical,CA:${authority ? 'FALSE' : 'TRUE'}`],
    ...['-addext', 'subjectAltName=DNS:localhost'],
  ];
  // A configuration of the machine might add extensions of its own.
  const config = join(directory, 'openssl.cnf');
  await writeFile(config, '[req]\ndistinguished_name = name\n[name]\n');
  await run('openssl', [
    ...['req', '-x509', '-config', config, '-days', '2', '-subj', `/CN=${name}`, '-out', file],
    ...[...key, ...signed, ...extensions],
  ]);
  return { file, keyFile, pem: await readFile(file, 'utf8'), key: await readFile(keyFile, 'utf8') };
};
