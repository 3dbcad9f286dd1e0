// The tab overview of the admin dashboard.
export const OverviewTab = () => null;
