// The tab users of the admin dashboard.
export const UsersTab = () => null;
