/** Queries under this key are fetched again when a user changes. */
export const usersKey = ['admin', 'users'] as const
