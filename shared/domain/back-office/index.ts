export { exportMovements, exportOrders } from './export-list.ts'
export { findAnything } from './find-anything.ts'
export { listAllMovements } from './list-all-movements.ts'
export { listAllOrders } from './list-all-orders.ts'
