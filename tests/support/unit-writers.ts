/** The files that write units of an order, how many writes each has, and why each is right. */
const writers: Record<string, { writes: number; reason: string }> = {
  'shared/domain/orders/fulfil/record-supplier-answer.ts': {
    writes: 2,
    reason: 'what mergeUnit makes of an answer, in an order that it ends and in one that stays open',
  },
  'shared/domain/orders/fulfil/record-late-answer.ts': {
    writes: 1,
    reason: 'what mergeUnit makes of an answer about a closed order',
  },
  'shared/domain/orders/fulfil/follow-up-units.ts': {
    writes: 1,
    reason:
      'only how often a supplier did not know the unit of a closed order, which says nothing of its state',
  },
  'shared/domain/orders/fulfil/mark-sending.ts': {
    writes: 1,
    reason: 'starts a new attempt from the state that it compares with',
  },
  'shared/domain/orders/fulfil/verify-restored-unit.ts': {
    writes: 2,
    reason: 'marks units of a restored database as unverified, and each as unknown before its next step',
  },
  'shared/domain/orders/board/resolve-unit.ts': {
    writes: 2,
    reason:
      'a person’s delivery through mergeUnit, and a unit freed to be sent again from the revision that they saw',
  },
}

const helpers = 'shared/domain/orders/model/order-update.ts'
const isMigration = (file: string) => /^shared\/domain\/migrate-[\w-]+\.ts$/.test(file)
const writing = /\b(?:setUnit|unitSet)\(|\$set\b[^}]*\bunits\b|\bset:\s*\{[^}]*['"`\s]units\b/g

/** Writes of units in one source file that are not listed, as a sentence each. */
export function unknownUnitWrites(file: string, source: string): string[] {
  if (file === helpers || isMigration(file)) return []
  const count = source.match(writing)?.length ?? 0
  const allowed = writers[file]?.writes ?? 0
  return count === allowed ? [] : [`${file} writes units in ${count} places, ${allowed} are known`]
}

export const unitWriters = Object.keys(writers)
