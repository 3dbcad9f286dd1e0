// The characters that HTML's entities mean: those of HTML 4, and any by its number.

const FROM_160 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const UPPER_GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega';
const LOWER_GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega';
const OTHERS =
  'amp& lt< gt> quot" apos\' ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ dagger† Dagger‡ bull• hellip… permil‰ prime′ Prime″ lsaquo‹ rsaquo› oline‾ frasl⁄ euro€ trade™ larr← uarr↑ rarr→ darr↓ harr↔ lArr⇐ uArr⇑ rArr⇒ dArr⇓ hArr⇔ forall∀ part∂ exist∃ empty∅ nabla∇ isin∈ notin∉ ni∋ prod∏ sum∑ minus− lowast∗ radic√ prop∝ infin∞ ang∠ and∧ or∨ cap∩ cup∪ int∫ there4∴ sim∼ cong≅ asymp≈ approx≈ ne≠ equiv≡ le≤ leq≤ ge≥ geq≥ sub⊂ sup⊃ nsub⊄ sube⊆ supe⊇ oplus⊕ otimes⊗ perp⊥ sdot⋅ loz◊ spades♠ clubs♣ hearts♥ diams♦ check✓ cross✗ OElig Œ oeligœ Scaron Š scaronš Yuml Ÿ fnofƒ circˆ tilde˜ ensp\u2002 emsp\u2003 thinsp\u2009';

const inOrder = (names: string, first: number): [string, string][] =>
  names.split(' ').map((name, place) => [name, String.fromCharCode(first + place)]);

const NAMED: ReadonlyMap<string, string> = new Map([
  ...inOrder(FROM_160, 160),
  ...inOrder(UPPER_GREEK, 913),
  ...inOrder(LOWER_GREEK, 945),
  ...[...OTHERS.matchAll(/([A-Za-z0-9]+) ?([^A-Za-z0-9 ])/g)].map(
    ([, name = '', character = '']): [string, string] => [name, character],
  ),
]);

const LAST_CHARACTER = 0x10ffff;

const byNumber = (code: number): string =>
  code === 0 || code > LAST_CHARACTER ? '\ufffd' : String.fromCodePoint(code).toWellFormed();

/** The text with its entities as the characters that they mean; unknown ones stay as they are. */
export const decoded = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,9}));/gi,
        (whole, hex?: string, decimal?: string, name?: string) => {
          if (name !== undefined) return NAMED.get(name) ?? whole;
          return byNumber(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
        },
      )
    : text;
