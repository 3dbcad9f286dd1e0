// What operators did.
export const AuditPage = () => null;
