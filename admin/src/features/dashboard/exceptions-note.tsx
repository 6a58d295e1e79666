import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { openExceptions } from '@jhatpat/shared/contracts/reconciliation.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../lib/may.ts'

/** How many things the reconciliation has found that nobody has answered yet, for whoever can. */
export function ExceptionsNote() {
  const { call } = useServices()
  const may = usePermission()('reconciliation.manage')
  const { data } = useQuery({
    queryKey: ['admin', 'reconciliation', 'open'],
    queryFn: ({ signal }) => call(openExceptions, { signal }),
    enabled: may,
    refetchInterval: 60_000,
  })
  if (!may || !data || data.open === 0) return null
  const things = data.open === 1 ? '1 thing does not agree' : `${formatCount(data.open)} things do not agree`
  return (
    <InlineMessage kind="warn" className="discrepancies" title={`${things} in the books.`}>
      <AppLink className="link" href="/reconciliation">
        Open the reconciliation
      </AppLink>
    </InlineMessage>
  )
}
