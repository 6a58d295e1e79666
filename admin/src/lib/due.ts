export { dueAtMs, isLate, needsAction } from '@jhatpat/shared/contracts/needs-action.ts'
