// Remembers, per chat, that its only folder was opened for the user; what he closes then stays closed.

const PREFIX = 'tradeium-folder-opened:';

/** True the first time that it is asked for a chat in this browser. */
export const openOnce = (chatId: string): boolean => {
  try {
    if (localStorage.getItem(PREFIX + chatId) !== null) return false;
    localStorage.setItem(PREFIX + chatId, '1');
    return true;
  } catch {
    return false;
  }
};
