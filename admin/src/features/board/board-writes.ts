/** The board's validated calls. They load with their schemas once the board has rendered. */
export { resolveUnit, transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
export { undoCompletion } from '@jhatpat/shared/contracts/admin-orders.ts'
export { takeNext } from '@jhatpat/shared/contracts/board.ts'
