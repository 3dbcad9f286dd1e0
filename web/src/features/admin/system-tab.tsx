// The tab system of the admin dashboard.
export const SystemTab = () => null;
