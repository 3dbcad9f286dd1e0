// The page of one user.
export const UserPage = ({ id }: { id: string }) => <p>{id}</p>;
