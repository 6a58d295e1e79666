import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Author } from '@jhatpat/shared/domain/audit/index.ts'

/** Who stands in the audit log for what a caller does. @param from the address of the connection */
export const authorOf = ({ userId, name }: Caller, from: string): Author => ({ userId, name, from })
