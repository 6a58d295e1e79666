import { toRupees } from '../../contracts/money.ts'
import type { DayException, ReconciledDay } from '../../contracts/reconciliation.ts'
import {
  type IReconciliationException,
  type IReconciliationRun,
  noCounts,
  ReconciliationExceptionModel,
  ReconciliationRunModel,
} from './reconciliation-model.ts'

/** Maximum exceptions shown; the count covers all. */
const maxExceptions = 500
const maxOpenDays = 60

/** A day's comparison with all its exceptions. */
export async function viewDay(day: string): Promise<ReconciledDay> {
  const [run, found, open, days] = await Promise.all([
    ReconciliationRunModel.findById(day).lean<IReconciliationRun | null>(),
    ReconciliationExceptionModel.find({ day })
      .sort({ foundAt: 1 })
      .limit(maxExceptions)
      .lean<IReconciliationException[]>(),
    countOpen(),
    ReconciliationExceptionModel.find({ state: 'open' }, 'day')
      .sort({ day: -1 })
      .limit(maxExceptions)
      .lean<Pick<IReconciliationException, 'day'>[]>(),
  ])
  const { receivedPaise, bookedPaise, walletsPaise, ...counts } = run?.counts ?? noCounts()
  return {
    day,
    ...counts,
    open,
    state: run ? (run.step === 'done' ? 'done' : 'running') : 'none',
    comparedAt: run?.comparedAt?.toISOString() ?? null,
    received: toRupees(receivedPaise),
    booked: toRupees(bookedPaise),
    wallets: toRupees(walletsPaise),
    balances: (run?.balances ?? []).map((balance) => ({ ...balance, at: balance.at.toISOString() })),
    unreadSuppliers: run?.unreadSuppliers ?? [],
    exceptions: found.map(exceptionView),
    openDays: [...new Set(days.map((exception) => exception.day))].slice(0, maxOpenDays),
  }
}

/** The number of open exceptions of all days. */
export const countOpen = (): Promise<number> =>
  ReconciliationExceptionModel.countDocuments({ state: 'open' }).exec()

export const exceptionView = ({
  _id,
  amountPaise,
  foundAt,
  closed,
  ...exception
}: IReconciliationException): DayException => ({
  id: _id,
  kind: exception.kind,
  day: exception.day,
  ref: exception.ref,
  of: exception.of,
  external: exception.external,
  internal: exception.internal,
  amount: amountPaise === null ? null : toRupees(amountPaise),
  foundAt: foundAt.toISOString(),
  state: exception.state,
  closed: closed && { at: closed.at.toISOString(), by: closed.name, note: closed.note },
})
