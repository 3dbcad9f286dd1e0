// The tab usage of the admin dashboard.
export const UsageTab = () => null;
