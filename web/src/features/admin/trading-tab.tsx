// The tab trading of the admin dashboard.
export const TradingTab = () => null;
