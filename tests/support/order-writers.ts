import type { ProfiledCommand } from './writes-by-id.ts'

const change = 'shared/domain/orders/change/'
const transitionFile = `${change}transition-order.ts`
const writer = `${change}compare-and-set.ts`

/** Files that write orders without `changeOrder`, with which methods, and why. */
const mayWrite: Record<string, { methods: string[]; reason: string }> = {
  [writer]: {
    methods: ['findOneAndUpdate', 'bulkWrite'],
    reason: 'writes what a move or an edit is, of one order or of several',
  },
  'shared/domain/orders/place/place-upi-order.ts': {
    methods: ['insertMany', 'deleteOne'],
    reason: 'what nobody has seen is no change: an order begins, or never was where a customer has too many',
  },
  'shared/domain/orders/place/place-wallet-order.ts': {
    methods: ['insertMany'],
    reason: 'an order begins together with its debit',
  },
  'shared/domain/orders/redelivery/redeliver-order.ts': {
    methods: ['insertMany'],
    reason: 'a second delivery begins together with the answer that promises it',
  },
}

/** A migration runs before the processes start. */
const isMigration = (file: string) => /^shared\/domain\/migrate-[\w-]+\.ts$/.test(file)

/** Files that may use half of a change. */
const mayUse: Record<string, string[]> = {
  // Nothing happens to an order whose personal values are cleared, so nothing is published.
  'shared/domain/orders/vault/clear-order.ts': ['editPatch', 'compareAndSet'],
  'shared/domain/orders/place/place-upi-order.ts': ['enqueueDueTasks'],
}

const writing =
  /\bOrderModel\s*(?:\.\s*collection\s*)?\.\s*(findOneAnd\w+|findByIdAnd\w+|update\w+|replaceOne|delete\w+|insert\w+|create|bulk\w+)\s*\(/g
const halves = [
  'transitionPatch',
  'transitionOrder',
  'editPatch',
  'compareAndSet',
  'commitSingle',
  'publishOrderEvents',
  'enqueueDueTasks',
]
const imported = /import\s+(?!type\b)\{([^}]*)\}\s+from/g

/**
 * The writes of one source file that bypass the one way to change an order (`changeOrder`), each as a
 * sentence; expected to be empty. It searches the text: a model in a variable of another name is found by
 * the profiler instead.
 */
export function pastChangeOrder(file: string, source: string): string[] {
  if (isMigration(file)) return []
  const writes = [...source.matchAll(writing)].flatMap(([, method = '']) =>
    mayWrite[file]?.methods.includes(method) || isMigration(file)
      ? []
      : [`${file} writes orders by ${method}`],
  )
  const names = [...source.matchAll(imported)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim()),
  )
  const findings = names.flatMap((name) =>
    !halves.includes(name) || file.startsWith(change) || mayUse[file]?.includes(name)
      ? []
      : [`${file} uses ${name}, which is half of a change`],
  )
  const raises = /\$inc\b[^}]*\brevision\b/.test(source) && file !== transitionFile
  const isOfOrders = file.startsWith('shared/domain/orders/') || source.includes('OrderModel')
  const moves = /\$set\b[^}]*\bstatus\b/.test(source) && file !== transitionFile
  return [
    ...writes,
    ...findings,
    ...(isOfOrders && raises ? [`${file} raises the revision`] : []),
    ...(isOfOrders && moves ? [`${file} sets a status`] : []),
  ]
}

type Operators = { $set?: Record<string, unknown>; $inc?: Record<string, unknown> }

/**
 * The same check for a profiled write, whatever the model's name: only one writer sets an order's status
 * and raises its revision. Undefined when nothing is wrong.
 * @param caller the file that made the write, with its line
 */
export function orderWrittenBy(caller: string, { ns, command = {} }: ProfiledCommand): string | undefined {
  if (!ns.endsWith('.orders')) return undefined
  const { $set = {}, $inc = {} } = (command.update ?? command.u ?? {}) as Operators
  if (caller.startsWith(`${writer}:`)) return undefined
  if ('status' in $set) return `${caller} sets an order's status`
  const isVisible = Number($inc.revision ?? 0) !== 0 || 'revision' in $set
  return isVisible ? `${caller} raises an order's revision` : undefined
}
