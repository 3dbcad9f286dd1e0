// How administration writes what is empty, and names users.

/** In place of an empty value. */
export const DASH = '—';

type Named = { readonly user_id: string; readonly username: string; readonly email: string };

/** A user's name where something leads to them: a link needs a text. */
export const nameOf = ({ username, email, user_id }: Named): string => username || email || user_id;
