/** The board's calls whose answers are checked. They arrive with their schemas once the board has been drawn. */
export { resolveUnit, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
export { undoCompletion } from '@jhatpat/shared/contracts/admin-orders.ts'
export { takeNext } from '@jhatpat/shared/contracts/board.ts'
