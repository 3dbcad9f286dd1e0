// Brings a type face along with an SVG: as a picture it sees no fonts of the page.

const CHUNK = 0x8000;

const base64Of = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
};

/** The SVG with the face of the page in it, in all of its weights. */
export const withFont = (svg: string, face: ArrayBuffer): string =>
  svg.replace(
    /<svg[^>]*>/,
    (start) =>
      `${start}<style>@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${base64Of(
        new Uint8Array(face),
      )}) format('woff2')}</style>`,
  );
