export { dueAtMs, isLate, needsPerson } from '@jhatpat/shared/contracts/needs-person.ts'
