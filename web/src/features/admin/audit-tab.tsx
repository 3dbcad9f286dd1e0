// The tab audit of the admin dashboard.
export const AuditTab = () => null;
