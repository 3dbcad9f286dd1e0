// Answers of the server are JSON, and whatever stands between may answer in plain text.

/** The value of a JSON text; the text itself where it is none. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
