import { randomUUID } from 'node:crypto'
import {
  type PaymentDiscrepancy,
  paymentDiscrepancies,
  resolveDiscrepancy,
} from '@jhatpat/shared/contracts/payments.ts'
import type { IPayment } from '@jhatpat/shared/domain/payments/index.ts'
import { personOf } from '../../support/person.ts'
import { sleep } from '../environment/wait.ts'
import type { Scenario, Stage } from '../load/scenario.ts'

/** The references that the gateway gives for a payment, one way after the other. */
const referenceModes = ['empty_first', 'late', 'changing', 'app_id'] as const
type ReferenceMode = (typeof referenceModes)[number]

const lateMs = 4_000
/**
 * Number of checks of each payment after its money arrived, caused by callbacks; the interval is longer
 * than the minimum between two checks.
 */
const checkCount = 4
const apartMs = 1_500

type Paid = { _id: string; payment: IPayment; status: string; creditedPaise?: number }

/**
 * A gateway whose references are empty at first, late, different in each answer, or the payer's app's own.
 * Each payment is checked repeatedly: its money counts once, and any contradiction waits for a person.
 */
export const changingReferences: Scenario = {
  number: 14,
  title: 'the gateway’s references change and come late',
  quick: false,
  environment: { customers: 24 },
  async run(stage) {
    // Each way also applies to the payments of the earlier ways, once those are checked: all disputed
    // payments are shown.
    for (const mode of referenceModes) {
      const ids = await pay(stage, mode, Math.ceil(stage.count / referenceModes.length))
      await stage.settled()
      await judge(stage, mode, await read(stage, ids))
    }
    await dismissAll(stage)
    await stage.settled()
  },
}

/**
 * Customers who pay once, each with callbacks that make the shop check again.
 * @returns those whose money arrived
 */
async function pay(stage: Stage, way: ReferenceMode, count: number): Promise<string[]> {
  const { environment, note } = stage
  await environment.simulators.control('upigateway', { reference: way, referenceAfterMs: lateMs })
  note(`references: ${way}`)
  const load = await stage.load({ mix: 'byUpi', spreadMs: count * 100, count, admin: false })
  await load.done
  const ids = load.requests.flatMap((one) => one.ids.slice(0, 1))
  await sleep(way === 'late' ? lateMs : 0)
  for (let check = 1; check <= checkCount; check += 1) {
    await sleep(apartMs)
    const calls = ids.map((client_txn_id) =>
      environment.simulators.control('upigateway', { resendWebhook: { client_txn_id } }),
    )
    await Promise.all(calls)
  }
  return ids
}

async function read({ environment }: Stage, ids: string[]): Promise<Paid[]> {
  const _id = { $in: ids }
  const found = await Promise.all(
    ['orders', 'wallet_transactions'].map((name) =>
      environment.db.collection<Paid>(name).find({ _id }).toArray(),
    ),
  )
  return found.flat()
}

/** Each paid once, so nothing may be credited; and each way must have had its effect. */
async function judge({ expect, note }: Stage, way: ReferenceMode, paid: Paid[]): Promise<void> {
  const of = (wanted: (one: Paid) => boolean) => paid.filter(wanted).length
  expect(paid.length > 0, `${way}: no payment`)
  const twice = of(({ payment }) => payment.captures.length !== 1)
  expect(twice === 0, `${way}: ${twice} of ${paid.length} payments are noted otherwise than once`)
  const unallocated = of((one) => (one.creditedPaise ?? 0) > 0 && one.status === 'Completed')
  expect(unallocated === 0, `${way}: ${unallocated} orders were bought and credited`)
  const checkedAgain = of(({ payment }) => payment.checkCount > 1)
  expect(
    checkedAgain >= paid.length * 0.9,
    `${way}: only ${checkedAgain} of ${paid.length} were looked at again`,
  )
  const disputed = of(({ payment }) => payment.discrepancies.length > 0)
  const named = of(({ payment }) => payment.captures[0]?.bankReference !== '')
  note(`${way}: ${paid.length} payments, ${disputed} disputed, ${named} with a reference`)
  if (way === 'changing') {
    expect(disputed >= paid.length * 0.9, `${way}: only ${disputed} of ${paid.length} wait for a person`)
    const silent = of(
      ({ payment: { discrepancies, discrepancyAt } }) => discrepancies.length > 0 && discrepancyAt === null,
    )
    expect(silent === 0, `${way}: ${silent} discrepancies are on no list`)
  } else {
    expect(disputed === 0, `${way}: ${disputed} of ${paid.length} wait for a person without need`)
    expect(named === paid.length, `${way}: ${paid.length - named} never got their reference`)
  }
}

/** A person views every discrepancy and dismisses it; the ledger stays unchanged. */
async function dismissAll({ environment, expect, note }: Stage): Promise<void> {
  const person = personOf(environment.apiUrls[0]!, environment.shop.admin.token)
  let closed = 0
  for (let listed: PaymentDiscrepancy[] = await person.call(paymentDiscrepancies); listed.length > 0; ) {
    for (const { id } of listed) {
      const body = { answer: 'dismiss' as const, reason: 'The same payment under another reference' }
      await person.call(resolveDiscrepancy, { params: { id }, body, idempotencyKey: randomUUID() })
      closed += 1
    }
    listed = await person.call(paymentDiscrepancies)
  }
  note(`${closed} discrepancies closed by a person`)
  const open = { 'payment.discrepancyAt': { $ne: null } }
  const left = await environment.db.collection('orders').countDocuments(open)
  const leftOver = left + (await environment.db.collection('wallet_transactions').countDocuments(open))
  expect(closed > 0, 'no discrepancy reached a person')
  expect(leftOver === 0, `${leftOver} payments are disputed and were on no list`)
}
