import type { logout, validateUser } from './accounts.ts'
import { addresses } from './addresses.ts'
import type { assignOrder, opsPass } from './admin.ts'
import type { adminLimits, adminRequests } from './admin-requests.ts'
import type { processing, processingCounts } from './board.ts'
import type { Bare } from './http/client.ts'
import type { secondFactor } from './second-factor.ts'
import type { ticketCounts } from './tickets.ts'

type Contracts = {
  validateUser: typeof validateUser
  logout: typeof logout
  secondFactor: typeof secondFactor
  adminRequests: typeof adminRequests
  adminLimits: typeof adminLimits
  ticketCounts: typeof ticketCounts
  processing: typeof processing
  processingCounts: typeof processingCounts
  assignOrder: typeof assignOrder
  opsPass: typeof opsPass
}

/** The same calls for a browser that has not loaded their schemas, which it would not use. */
export const bare: { [Name in keyof Contracts]: Bare<Contracts[Name]> } = addresses
