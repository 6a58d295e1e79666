import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'

/** The GET calls that write: the specification has one, and no other may change anything. */
const writingGets = ['/admin/updateorder/:orderId/:newStatus{/:reason}']

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** Every call of the back office that writes. */
const writingCalls: readonly string[] = callRegistry
  .filter(
    ({ method, path }) => path.startsWith('/admin/') && (method !== 'GET' || writingGets.includes(path)),
  )
  .map(nameOf)

/** Calls that leave no row in the audit log, each with the reason. */
export const callsWithoutRow: Readonly<Record<string, string>> = {
  'POST /admin/querypoints': 'Reads a balance at the supplier. The specification has it as a POST.',
  'POST /admin/querypoints/ph': 'Reads a balance at the supplier. The specification has it as a POST.',
  'POST /admin/suppliers/:account/refresh': 'Reads a balance at the supplier, at most every five seconds.',
  'POST /admin/tickets/:id/read':
    'Marks messages as read. Nothing is decided, and the customer sees nothing.',
  'POST /admin/reconciliation/:day/compare': 'Repeats the nightly comparison, which posts nothing.',
  'POST /admin/audit/verify': 'Repeats the hourly check of the log, which changes no row of it.',
}

/**
 * Calls that decide about an order or a unit: `staff-actions.test.ts` covers them. A note decides nothing.
 */
const decides =
  /\/admin\/(orders\/:id\/(?!notes$)|updateorder\/|processing\/next$|tickets\/:id\/assign$|unclear-batches\/)/

const withRow = writingCalls.filter((call) => !(call in callsWithoutRow))

/** The calls that decide about orders, and all others; each leaves rows. */
export const callsAboutOrders = withRow.filter((call) => decides.test(call))
export const otherCalls = withRow.filter((call) => !decides.test(call))

/** Names in the list of exceptions that are not (or no longer) a writing call. */
export const unknownExceptions = Object.keys(callsWithoutRow).filter((call) => !writingCalls.includes(call))
