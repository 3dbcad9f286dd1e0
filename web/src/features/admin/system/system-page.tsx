// What the system is doing.
export const SystemPage = () => null;
