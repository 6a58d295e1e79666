import type { Role } from '@jhatpat/shared/contracts/roles.ts'

/** The account's own pages are open to whoever is signed in (specification §6). */
export const everyRole: readonly Role[] = ['user', 'reseller', 'admin']
