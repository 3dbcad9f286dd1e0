// Masks keys, secrets and signatures in a text that is logged, in time proportional to it, and bounds its length.

export const MASK = '[secret]';
/** Compared without case, `-`, `_` and spaces, so that `apiKey`, `api_key`, `API-KEY` and `X-MBX-APIKEY` are one name. */
const SECRET_NAME =
  /(apikey|apisecret|secretkey|privatekey|masterkey|claimkey|accesskey|password|passphrase|passwd|secret|signature|authorization|cookie|bearer)$|^(x)?(auth|access|refresh|session|reset|bot)?token$|^(sign|mnemonic|seedphrase)$/;
/** No name of a secret is longer; what is before its end does not matter. */
const NAME_MAX = 200;

export const isSecretName = (name: string): boolean =>
  SECRET_NAME.test(
    name
      .slice(-NAME_MAX)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  );

/** `name=value`, `name: value` and `"name":"value"` in addresses, headers and messages of errors. */
const NAME = /([A-Za-z][A-Za-z0-9_-]{2,40})\\?["']?\s{0,9}[=:]\s{0,9}\\?["']?/g;
const VALUE = /(?:(?:Bearer|Basic)\s{1,9})?[^\s&"'\\,;}]+/y;
const CREDENTIALS = /\b(Bearer|Basic)\s{1,9}[A-Za-z0-9._~+/=-]{8,}/g;
const IN_ADDRESS = /(:\/\/[^\s/:@]*:)[^\s/@]+@/g;
const PEM_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g;

/** A value may begin with a name, as in `Error: apiKey=…`, so what follows a name that is no secret is looked at again. */
const maskedNames = (text: string): string => {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: named, 1: name = '', index } of text.matchAll(NAME)) {
    if (index < from || !isSecretName(name)) continue;
    VALUE.lastIndex = index + named.length;
    const value = VALUE.exec(text);
    if (!value) continue;
    parts.push(text.slice(from, value.index), MASK);
    from = value.index + value[0].length;
  }
  return parts.join('') + text.slice(from);
};

const masked = (text: string): string =>
  maskedNames(text.replace(PEM_KEY, MASK))
    .replace(CREDENTIALS, `$1 ${MASK}`)
    .replace(IN_ADDRESS, `$1${MASK}@`);

/** A secret that the end of a text cuts may not be recognised, so so much more is read than is kept. */
const OVERLAP = 1_000;

/** The text without secrets, and of no more than so many characters; how many are left out is said. */
export const maskedText = (text: string, most: number): string => {
  if (text.length <= most) return masked(text);
  const read = masked(text.slice(0, most + OVERLAP));
  const kept = read.slice(0, Math.max(0, Math.min(most, read.length - OVERLAP)));
  return `${kept.toWellFormed()}… (${text.length} characters)`;
};
