import {
  LedgerBalanceModel,
  type LedgerFault,
  LedgerSealModel,
  sealDays,
  verifyHistory,
  verifyLedger,
  verifyOpenDays,
} from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { PointsBalanceModel, PointsEntryModel } from '@jhatpat/shared/domain/points/index.ts'
import { JournalEntryModel, WalletModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'
import { emptyLedger, fillOldLedger, insertEntry, insertIdleWallet, now, sealedBefore } from './old-ledger.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
  await fillOldLedger()
})
afterAll(async () => {
  await emptyLedger()
  await service.stop()
})

type Change = { model: unknown; id: unknown; change: object | 'delete' }

/** What both verifications find after one document was changed past the program; it is as before afterwards. */
async function afterChange({ model, id, change }: Change, nightly = true) {
  // biome-ignore lint/suspicious/noExplicitAny: documents of several models
  const { collection } = model as { collection: any }
  const before = await collection.findOne({ _id: id })
  await (change === 'delete' ? collection.deleteOne({ _id: id }) : collection.updateOne({ _id: id }, change))
  const open = nightly ? (await verifyOpenDays(now)).faults : []
  const { faults } = await verifyHistory({ now })
  await (before
    ? collection.replaceOne({ _id: id }, before, { upsert: true })
    : collection.deleteOne({ _id: id }))
  return { open, history: faults }
}

const kinds = (faults: readonly LedgerFault[]) => faults.map(({ kind }) => kind).sort()
const moreBy = (field: string, by = 1) => ({ $inc: { [field]: by } })

describe('both verifications', () => {
  it('find nothing where nothing was changed, in several ranges', async () => {
    const whole = await verifyLedger()
    expect(whole.faults).toEqual([])
    const steps: string[] = []
    const history = await verifyHistory({ now, onProgress: (text) => steps.push(text) })
    for (const next of [
      'balances of money from "4',
      'orders and top-ups from "J',
      'closed orders from "JP',
    ]) {
      expect(steps.filter((text) => text.includes(`next: ${next}`)).length).toBeGreaterThan(0)
    }
    expect(history).toMatchObject({
      entries: whole.entries,
      postings: whole.postings,
      balances: 2_160,
      faults: [],
    })
    expect(history.replayed).toBe(2_400)
    const open = await verifyOpenDays(now)
    expect(open).toMatchObject({ balances: 2_160, faults: [] })
    expect(open.entries).toBeLessThan(whole.entries / 5)
    expect(open.entries).toBeGreaterThan(0)
  })

  it('find one paisa in a wallet that has not moved since the last sealed day, and a missing wallet', async () => {
    const owner = await insertIdleWallet()
    const { _id, balancePaise } = (await WalletModel.findById(owner).lean())!
    const more = await afterChange({ model: WalletModel, id: _id, change: moreBy('balancePaise') })
    const differs = {
      ...{ kind: 'wallet_differs', owner },
      ...{ balancePaise: balancePaise + 1, foldPaise: balancePaise },
    }
    expect(more).toEqual({ open: [differs], history: [differs] })
    const gone = await afterChange({ model: WalletModel, id: _id, change: 'delete' })
    const missing = [{ ...differs, balancePaise: 0 }]
    expect(gone).toEqual({ open: missing, history: missing })
  })

  it('find one paisa in an entry of an open day, and an entry that is gone', async () => {
    const { entry, place } = await insertEntry('order_debit', 'open')
    const change = moreBy(`postings.${place}.amountPaise`)
    const { open, history } = await afterChange({ model: JournalEntryModel, id: entry._id, change })
    expect(kinds(open)).toEqual(['cause_differs', 'entry_unbalanced', 'wallet_differs'])
    expect(history).toEqual(open)
    const gone = await afterChange({ model: JournalEntryModel, id: entry._id, change: 'delete' })
    expect(kinds(gone.open)).toEqual(['cause_differs', 'wallet_differs'])
    expect(gone.history).toEqual(gone.open)
  })

  it('find points that differ from their entries or orders', async () => {
    const { entry, place, owner } = await insertEntry('earned', 'open')
    const change = moreBy(`postings.${place}.hundredths`)
    const altered = await afterChange({ model: PointsEntryModel, id: entry._id, change })
    expect(kinds(altered.open)).toEqual(['points_cause_differs', 'points_differ', 'points_unbalanced'])
    expect(altered.history).toEqual(altered.open)
    const { _id } = (await PointsBalanceModel.findById(owner).lean())!
    const more = await afterChange({ model: PointsBalanceModel, id: _id, change: moreBy('hundredths') })
    expect(kinds(more.open)).toEqual(['points_differ'])
    expect(more.history).toEqual(more.open)
  })

  it('find an order of an open day whose price was altered, or that is gone', async () => {
    const { entry } = await insertEntry('order_debit', 'open')
    const altered = await afterChange({ model: OrderModel, id: entry.ref, change: moreBy('pricePaise') })
    expect(kinds(altered.open)).toContain('cause_differs')
    expect(altered.history).toEqual(altered.open)
    const gone = await afterChange({ model: OrderModel, id: entry.ref, change: 'delete' })
    expect(kinds(gone.open)).toContain('cause_differs')
    expect(gone.history).toEqual(gone.open)
  })

  it('find an old order that was refunded today without an entry, and an entry today without a refund', async () => {
    const { entry } = await insertEntry('order_payment', 'old')
    const orderid = entry.ref.split('/')[0]
    const change = { $set: { status: 'Refunded', updatedAt: now } }
    const { open } = await afterChange({ model: OrderModel, id: orderid, change })
    expect(kinds(open)).toEqual(['cause_differs', 'order_contradicts_itself'])
    const _id = `order_refund:${orderid}`
    const refund = { kind: 'order_refund', ref: orderid, currency: 'INR', at: now, postings: entry.postings }
    const set = { model: JournalEntryModel, id: _id, change: { $set: refund } }
    await JournalEntryModel.collection.insertOne({ _id } as never)
    expect(kinds((await afterChange(set)).open)).toEqual(['cause_differs'])
    await JournalEntryModel.collection.deleteOne({ _id: _id as never })
  })

  it('find a closed order whose unit was left undecided without a visible change', async () => {
    const { entry } = await insertEntry('order_debit', 'old')
    const change = { $set: { status: 'Completed', 'units.0.state': 'unknown' } }
    const { open, history } = await afterChange({ model: OrderModel, id: entry.ref, change })
    expect(open).toEqual([{ kind: 'order_contradicts_itself', orderid: entry.ref }])
    expect(kinds(history)).toContain('order_contradicts_itself')
  })

  it('find an entry whose id is not its cause', async () => {
    const { entry, postings } = await insertEntry('topup', 'open')
    const { _id, ...rest } = entry
    const set = {
      ...rest,
      kind: 'adjustment',
      ref: 'unknown',
      postings: postings.map((one) => ({ ...one, account: 'sales' })),
    }
    const wrong = 'topup-of-nothing' as never
    await JournalEntryModel.collection.insertOne({ ...set, _id: wrong } as never)
    const [open, history] = [await verifyOpenDays(now), await verifyHistory({ now })]
    await JournalEntryModel.collection.deleteOne({ _id: wrong })
    const misnamed = [{ kind: 'entry_misnamed', entry: wrong, cause: 'adjustment/unknown' }]
    expect(open.faults).toEqual(misnamed)
    expect(history.faults).toEqual(misnamed)
  })
})

describe('the verification of the whole history', () => {
  it('names the entry, wallet and day of one paisa that was altered on an old sealed day', async () => {
    const { entry, place, account } = await insertEntry('order_debit', 'old')
    const change = moreBy(`postings.${place}.amountPaise`)
    const { open, history } = await afterChange({ model: JournalEntryModel, id: entry._id, change })
    expect(open).toEqual([])
    expect(kinds(history)).toEqual([
      ...['cause_differs', 'entry_unbalanced', 'sealed_day_differs', 'sealed_sum_differs', 'wallet_differs'],
    ])
    const day = `money/${new Date(entry.at.getTime() + 330 * 60_000).toISOString().slice(0, 10)}`
    expect(history).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'sealed_day_differs', entry: entry._id, how: 'altered', day },
        moves: expect.stringContaining(account),
      }),
    )
    expect(history).toContainEqual(expect.objectContaining({ kind: 'sealed_sum_differs', account }))
  })

  it('finds a paisa that was moved so that the old entry still sums to zero, in both ledgers', async () => {
    for (const [kind, field] of [
      ['order_debit', 'amountPaise'],
      ['earned', 'hundredths'],
    ] as const) {
      const { entry, place, account } = await insertEntry(kind, 'old')
      const model = kind === 'earned' ? PointsEntryModel : JournalEntryModel
      const change = { $inc: { [`postings.${place}.${field}`]: 1, [`postings.${1 - place}.${field}`]: -1 } }
      const { open, history } = await afterChange({ model, id: entry._id, change })
      expect(open).toEqual([])
      expect(history).toContainEqual(
        expect.objectContaining({ kind: 'sealed_day_differs', entry: entry._id, how: 'altered' }),
      )
      expect(history).toContainEqual(expect.objectContaining({ kind: 'sealed_sum_differs', account }))
    }
  })

  it('finds an entry that was added to an old sealed day together with its wallet', async () => {
    const { entry, postings, place, owner } = await insertEntry('topup', 'old')
    const amount = postings[place]!.amountPaise
    const added = { ...entry, _id: 'adjustment:added' as never, kind: 'adjustment', ref: 'added' }
    await JournalEntryModel.collection.insertOne(added as never)
    await WalletModel.updateOne({ _id: owner }, { $inc: { balancePaise: amount } })
    const { faults } = await verifyHistory({ now })
    const open = await verifyOpenDays(now)
    await WalletModel.updateOne({ _id: owner }, { $inc: { balancePaise: -amount } })
    await JournalEntryModel.collection.deleteOne({ _id: added._id })
    expect(kinds(faults)).toEqual(['sealed_day_differs', 'sealed_sum_differs'])
    expect(kinds(open.faults)).toEqual(['wallet_differs'])
  })

  it('alone finds an old order that was altered past the program', async () => {
    const { entry } = await insertEntry('order_debit', 'old')
    const { open, history } = await afterChange({
      model: OrderModel,
      id: entry.ref,
      change: moreBy('pricePaise'),
    })
    expect(open).toEqual([])
    expect(kinds(history)).toEqual(['cause_differs'])
  })

  it('tells a sum that was altered from a wallet that was', async () => {
    const owner = await insertIdleWallet()
    const change = moreBy('sum')
    const id = `money/wallet:${owner}`
    const { open, history } = await afterChange({ model: LedgerBalanceModel, id, change })
    expect(kinds(open)).toEqual(['wallet_differs'])
    expect(kinds(history)).toEqual(['sealed_sum_differs'])
  })

  it('continues where it was stopped, with what it had found, and begins anew when asked to', async () => {
    const unbroken = await verifyHistory({ now })
    const owner = await insertIdleWallet()
    await WalletModel.updateOne({ _id: owner }, { $inc: { balancePaise: 1 } })
    const steps: string[] = []
    const stopAfter = (count: number) => (text: string) => {
      steps.push(text)
      if (steps.length === count) throw new Error('stopped')
    }
    const isOfClosedOrders = (text: string) => text.endsWith('next: closed orders')
    await expect(
      verifyHistory({
        now,
        onProgress: (text) => {
          steps.push(text)
          if (isOfClosedOrders(text)) throw new Error('stopped')
        },
      }),
    ).rejects.toThrow('stopped')
    await WalletModel.updateOne({ _id: owner }, { $inc: { balancePaise: -1 } })
    const first: string[] = []
    const later = new Date(now.getTime() + 60_000)
    const rest = await verifyHistory({ now: later, onProgress: (text) => first.push(text) })
    expect(first[0]).toBe(`continuing the verification that began at ${now.toISOString()}`)
    expect(first.some((text) => text.includes('next: balances of'))).toBe(false)
    expect(rest).toMatchObject({ startedAt: now, entries: unbroken.entries, balances: unbroken.balances })
    expect(kinds(rest.faults)).toEqual(['wallet_differs'])
    await expect(verifyHistory({ now, onProgress: stopAfter(steps.length + 2) })).rejects.toThrow('stopped')
    const anew = await verifyHistory({ now: later, isRestart: true })
    expect(anew).toMatchObject({ startedAt: later, entries: unbroken.entries, faults: [] })
  })
})

describe('the sums of sealed days', () => {
  it('are added once to days that were sealed without them, and to a day that was interrupted', async () => {
    const expected = await LedgerBalanceModel.find().sort({ _id: 1 }).lean()
    await LedgerSealModel.updateMany({}, { $unset: { hasSums: '' } })
    await LedgerBalanceModel.deleteMany({})
    const open = await verifyOpenDays(now)
    expect(open).toMatchObject({ sealedThrough: undefined, faults: [] })
    expect(await sealDays(sealedBefore)).toBe(0)
    expect(await LedgerBalanceModel.find().sort({ _id: 1 }).lean()).toEqual(expected)
    const last = await LedgerSealModel.findOne({ _id: /^money/ })
      .sort({ _id: -1 })
      .lean()
    await LedgerSealModel.updateOne({ _id: last!._id }, { hasSums: false })
    expect((await verifyOpenDays(now)).faults).toEqual([])
    await sealDays(sealedBefore)
    expect(await LedgerBalanceModel.find().sort({ _id: 1 }).lean()).toEqual(expected)
  })
})
