// Cleans email addresses, so that one address is written in one way.

/** Far more than an address has, whatever can be cleaned of it. */
const LENGTH_READ_MAX = 2_000;
/** Invisible characters, such as a soft hyphen or a space of no width. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** With one of these, a URL parser would not read the domain as the host. */
const NOT_IN_A_HOST = /[/?#:%@[\]\\\s]/;

/** A URL may have any number of them. */
const withoutFinalDots = (host: string): string => {
  let end = host.length;
  while (host[end - 1] === '.') end -= 1;
  return host.slice(0, end);
};

/** A domain in ASCII (IDNA, UTS 46), in lower case; as it is when it cannot be one. */
const asciiDomain = (domain: string): string => {
  if (domain === '' || NOT_IN_A_HOST.test(domain)) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? withoutFinalDots(new URL(url).hostname) : domain;
};

/**
 * The address that a mail is sent to: full-width letters become plain ones, invisible characters go, and the domain is
 * written in ASCII. The case of the part before the `@` stays, and that of a domain that is in ASCII already.
 */
export const cleanAddress = (typed: string): string => {
  if (typed.length > LENGTH_READ_MAX) return typed;
  const text = typed.normalize('NFKC').replace(INVISIBLE, '').trim();
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const domain = text.slice(at + 1);
  const ascii = asciiDomain(domain);
  return text.slice(0, at + 1) + (ascii === domain.toLowerCase() ? domain : ascii);
};
