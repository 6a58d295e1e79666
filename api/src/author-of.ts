import type { Officer } from '@jhatpat/shared/contracts/permissions.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Author } from '@jhatpat/shared/domain/audit/index.ts'

/** Who stands in the audit log for what a caller does, and what they are. @param from the address of the connection */
export const authorOf = ({ userId, name, role, officeRole }: Caller, from: string): Author & Officer => ({
  ...{ userId, name, from },
  ...{ role, officeRole },
})
