export { exportAudit } from './export-audit.ts'
export { exportItems, exportProducts } from './export-catalogue.ts'
export { exportOrders, exportTransactions } from './export-list.ts'
export { exportSales } from './export-sales.ts'
export { exportUsers } from './export-users.ts'
export { listAllOrders } from './list-all-orders.ts'
export { listAllTransactions } from './list-all-transactions.ts'
export { nameTargets } from './name-targets.ts'
export { orderCosts } from './order-costs.ts'
export { orderDetails } from './order-details.ts'
export { orderRecord } from './order-record.ts'
export { parseAuditQuery } from './parse-audit-query.ts'
export { listViews, removeView, renameView, saveView } from './saved-views.ts'
export { searchAll } from './search-all.ts'
export {
  type AuditEvidence,
  type CsvCheck,
  type CsvFault,
  verifyAuditCsv,
} from './verify-audit-csv.ts'
export { ViewListModel } from './view-list-model.ts'
