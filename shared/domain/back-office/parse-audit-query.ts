import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import { type AuditQuery, isRequestId, targetsOf } from '../audit/index.ts'
import { type CommonFilters, dayRange } from './list-filters.ts'
import { parseSearchInput, type SearchMatch } from './parse-search-input.ts'

type Filters = Pick<CommonFilters, 'q' | 'from' | 'to'> &
  Pick<AuditQuery, 'by' | 'action' | 'requestId'> & {
    target?: string | undefined
    views?: 'hidden' | 'shown' | undefined
  }

/**
 * The audit rows that a view shows. A search replaces the filters: it finds the rows of a request, or of whatever the
 * pasted text names, including the customer of an e-mail address or number for callers who may see customers.
 */
export async function parseAuditQuery(
  reader: StaffMember,
  { q, from, to, target, views, ...filters }: Filters,
): Promise<AuditQuery> {
  if (q) return (await isRequestId(q)) ? { requestId: q } : { targets: await matchingTargets(reader, q) }
  const { createdAt } = dayRange({ from, to })
  return {
    ...filters,
    isWithoutViews: views === 'hidden',
    ...(target ? { targets: targetsOf(target) } : {}),
    from: createdAt?.$gte,
    to: createdAt?.$lt,
  }
}

async function matchingTargets(reader: StaffMember, q: string): Promise<string[]> {
  const matches = isAllowed(reader, 'customers.view') ? await parseSearchInput(q) : []
  return [...new Set([...targetsOf(q), ...matches.flatMap(targetsOfMatch)])]
}

function targetsOfMatch(match: SearchMatch): string[] {
  switch (match.kind) {
    case 'orders':
      return match.ids.map((id) => `order:${id}`)
    case 'wallet':
      return [...match.ids.map((id) => `topup:${id}`), ...match.orderids.map((id) => `order:${id}`)]
    case 'user':
      return [`user:${match.userId}`]
    case 'player':
      return []
  }
}
