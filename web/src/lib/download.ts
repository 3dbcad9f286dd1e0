// Hands a file that was made in the browser to the user.

/** How long a browser may take to begin with a download. */
const KEPT_MS = 60_000;

/** Saves what an address holds (also a data URL) under a name. */
export const downloadUrl = (filename: string, url: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
};

/** Saves a text under a name, as a download. */
export const downloadText = (filename: string, text: string, contentType: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: contentType }));
  downloadUrl(filename, url);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
};
