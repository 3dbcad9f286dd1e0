// Remembers, per chat, that its only folder was opened automatically; once closed it stays closed.

const PREFIX = 'tradeium-folder-opened:';

/** True on the first call for a chat in this browser. */
export const openOnce = (chatId: string): boolean => {
  try {
    if (localStorage.getItem(PREFIX + chatId) !== null) return false;
    localStorage.setItem(PREFIX + chatId, '1');
    return true;
  } catch {
    return false;
  }
};
