// Masks keys, secrets and signatures in what is logged, however they are spelled and wherever they appear.

const MASK = '[secret]';
/** Deeper values are left out: nothing that is logged on purpose lies so deep. */
const DEPTH_MAX = 8;

/** Compared without case, `-`, `_` and spaces, so that `apiKey`, `api_key`, `API-KEY` and `X-MBX-APIKEY` are one name. */
const SECRET_NAME =
  /(apikey|apisecret|secretkey|privatekey|masterkey|claimkey|accesskey|password|passphrase|passwd|secret|signature|authorization|cookie|bearer)$|^(x)?(auth|access|refresh|session|reset|bot)?token$|^(sign|mnemonic|seedphrase)$/;

const isSecretName = (name: string): boolean =>
  SECRET_NAME.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

/** `name=value`, `name: value` and `"name":"value"` in addresses, headers and messages of errors. */
const NAMED_VALUE =
  /([A-Za-z][A-Za-z0-9_-]{2,40})(\\?["']?\s*[=:]\s*\\?["']?)((?:(?:Bearer|Basic)\s+)?[^\s&"'\\,;}]+)/g;
const CREDENTIALS = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g;
const IN_ADDRESS = /(:\/\/[^\s/:@]*:)[^\s/@]+@/g;
const PEM_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g;

const maskedNames = (text: string): string =>
  text.replace(NAMED_VALUE, (_, name: string, between: string, value: string) => {
    // `Error: apiKey=…`: what looks like a value may begin with a name.
    const shown = isSecretName(name) ? MASK : maskedNames(value);
    return `${name}${between}${shown}`;
  });

const maskedText = (text: string): string =>
  maskedNames(text.replace(PEM_KEY, MASK))
    .replace(CREDENTIALS, `$1 ${MASK}`)
    .replace(IN_ADDRESS, `$1${MASK}@`);

/** Raw headers are one list of names and values. */
const maskedList = (list: readonly unknown[], depth: number): unknown[] =>
  list.map((each, index) => {
    const before = list[index - 1];
    const isNamed = typeof before === 'string' && typeof each === 'string' && isSecretName(before);
    return isNamed ? MASK : maskedValue(each, depth + 1);
  });

const maskedObject = (value: object, depth: number): unknown =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name) && inner !== null && inner !== undefined && typeof inner !== 'boolean'
        ? MASK
        : maskedValue(inner, depth + 1),
    ]),
  );

/** A copy for the log. Errors and whatever writes itself as JSON are left to their own serializers. */
export const maskedValue = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return maskedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) return '[deep]';
  if (Array.isArray(value)) return maskedList(value, depth);
  if (value instanceof Map) return maskedObject(Object.fromEntries(value), depth);
  if (value instanceof Error || 'toJSON' in value) return value;
  return maskedObject(value, depth);
};
