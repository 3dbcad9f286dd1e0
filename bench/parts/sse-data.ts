// Reads the data of server-sent events, with little work of its own: the processors are those of what is measured.

const FIELD = 'data: ';

/** The data of each event, as it comes. */
export const sseDataOf = async function* (response: Response): AsyncGenerator<string> {
  if (!response.ok || !response.body) throw new Error(`a stream was answered ${response.status}`);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith(FIELD)) yield line.slice(FIELD.length);
  }
};

/** The data of all events, taken apart only when the last one is there. */
export const allSseDataOf = async (response: Response): Promise<string[]> => {
  if (!response.ok) throw new Error(`a stream was answered ${response.status}`);
  const lines = (await response.text()).split('\n');
  return lines.filter((line) => line.startsWith(FIELD)).map((line) => line.slice(FIELD.length));
};
