import type { logout, validateUser } from './accounts.ts'
import type { assignOrder, opsToken } from './admin.ts'
import type { adminLimits, approvalRequests } from './approval-requests.ts'
import type { processing, processingCounts } from './board.ts'
import type { CallAddress } from './client.ts'
import { paths } from './paths.ts'
import type { secondFactor } from './second-factor.ts'
import type { ticketCounts } from './tickets.ts'

type Contracts = {
  validateUser: typeof validateUser
  logout: typeof logout
  secondFactor: typeof secondFactor
  approvalRequests: typeof approvalRequests
  adminLimits: typeof adminLimits
  ticketCounts: typeof ticketCounts
  processing: typeof processing
  processingCounts: typeof processingCounts
  assignOrder: typeof assignOrder
  opsToken: typeof opsToken
}

/** The same calls without their schemas, for browsers, which do not need them for these. */
export const withoutSchemas: { [Name in keyof Contracts]: CallAddress<Contracts[Name]> } = paths
