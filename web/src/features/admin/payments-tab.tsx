// The tab payments of the admin dashboard.
export const PaymentsTab = () => null;
