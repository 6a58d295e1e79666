import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { auditRows } from '@jhatpat/shared/contracts/audit.ts'
import type { QueryOf } from '@jhatpat/shared/contracts/http/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CsvButton } from '../../lib/table/csv-button.tsx'
import { listQuery } from '../../lib/table/list-query.ts'
import { TableScreen } from '../../lib/table/table-screen.tsx'
import { useTableAddress } from '../../lib/table/use-table-address.ts'
import { auditColumns } from './audit-columns.tsx'
import { auditFields, auditTable, auditTexts } from './audit-table.ts'
import { ChainPanel } from './chain-panel.tsx'

/** Everything that people with power did, the latest first, and whether the log holds. */
export default function AuditScreen() {
  const table = useTableAddress(auditTable)
  const { call } = useServices()
  const asked = listQuery<QueryOf<typeof auditRows>>(table.address, auditFields)
  const query = useQuery({
    queryKey: ['admin', 'audit', 'rows', asked],
    queryFn: ({ signal }) => call(auditRows, { query: asked, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <TableScreen
      texts={auditTexts}
      views="audit"
      spec={auditTable}
      fields={auditFields}
      columns={auditColumns}
      rowKey={({ id }) => id}
      table={table}
      query={query}
      above={<ChainPanel />}
      tools={<CsvButton path="/admin/audit/csv" file="audit-log.csv" asked={asked} title="Audit log" />}
    />
  )
}
