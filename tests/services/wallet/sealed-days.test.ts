import {
  checkSealedDays,
  LedgerBalanceModel,
  LedgerSealModel,
  LedgerSealPartModel,
  sealDays,
} from '@jhatpat/shared/domain/maintenance/index.ts'
import { PointsEntryModel } from '@jhatpat/shared/domain/points/index.ts'
import { JournalEntryModel } from '@jhatpat/shared/domain/wallet/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  // No wallet matches these entries, which the check after each test would require.
  await Promise.all([JournalEntryModel.deleteMany({}), PointsEntryModel.deleteMany({})])
  await service.stop()
})

const now = new Date('2026-11-24T03:00:00+05:30')
const noon = (day: string) => new Date(`${day}T12:00:00+05:30`)

function moneyEntry(ref: string, at: Date, amountPaise = 100) {
  return {
    _id: `topup:${ref}`,
    kind: 'topup',
    ref,
    currency: 'INR',
    at,
    postings: [
      { account: 'gateway:upi', amountPaise: -amountPaise },
      { account: 'wallet:1', amountPaise },
    ],
  }
}
function pointsEntry(ref: string, at: Date) {
  const postings = [
    { account: 'points:1', hundredths: 5 },
    { account: 'issued', hundredths: -5 },
  ]
  return { _id: `earned:${ref}`, kind: 'earned', ref, postings, valuePaise: 0, note: '', at }
}

/** Past the models, as only a manual write in the database does. */
const insert = (...entries: object[]) => JournalEntryModel.collection.insertMany(entries as never)

beforeEach(async () => {
  await Promise.all([
    JournalEntryModel.deleteMany({}),
    PointsEntryModel.deleteMany({}),
    LedgerSealModel.deleteMany({}),
    LedgerSealPartModel.deleteMany({}),
    LedgerBalanceModel.deleteMany({}),
  ])
  const old = Array.from({ length: 2_500 }, (_, index) =>
    moneyEntry(`old${index}`, new Date(noon('2026-11-20').getTime() + Math.floor(index / 7))),
  )
  await insert(...old, moneyEntry('a', noon('2026-11-22')), moneyEntry('today', now))
  await PointsEntryModel.collection.insertMany([pointsEntry('p', noon('2026-11-21'))] as never)
})

const days = () => LedgerSealModel.find().sort({ _id: 1 }).lean()

describe('sealing', () => {
  it('seals each day of both ledgers two hours after it has ended', async () => {
    expect(await sealDays(new Date('2026-11-24T01:59:00+05:30'))).toBe(5)
    expect((await days()).map(({ _id, entries }) => [_id, entries])).toEqual([
      ['money/2026-11-20', 2_500],
      ['money/2026-11-21', 0],
      ['money/2026-11-22', 1],
      ['points/2026-11-21', 1],
      ['points/2026-11-22', 0],
    ])
    expect(await sealDays(now)).toBe(2)
    expect(await sealDays(now)).toBe(0)
  })

  it('starts a day again whose sealing was interrupted', async () => {
    await sealDays(now)
    await LedgerSealModel.deleteOne({ _id: 'money/2026-11-23' })
    await LedgerSealModel.deleteOne({ _id: 'money/2026-11-22' })
    expect(await sealDays(now)).toBe(2)
    expect(await checkSealedDays({ now })).toMatchObject({ faults: [] })
  })
})

describe('the verification of sealed days', () => {
  it('finds nothing where nothing was changed, and reads each day', async () => {
    await sealDays(now)
    expect(await checkSealedDays({ now })).toEqual({ days: 7, entries: 2_502, faults: [] })
  })

  it('names the entry and the day of one paisa that was changed in an old day', async () => {
    await sealDays(now)
    await JournalEntryModel.collection.updateOne({ _id: 'topup:old1203' as never }, [
      { $set: { postings: moneyEntry('old1203', now, 101).postings } },
    ])
    expect((await checkSealedDays({ now })).faults).toEqual([
      {
        kind: 'sealed_day_differs',
        day: 'money/2026-11-20',
        entry: 'topup:old1203',
        moves: 'gateway:upi -101, wallet:1 101',
        how: 'altered',
      },
    ])
  })

  it('names an entry that was added to a sealed day afterwards, and reports a missing one', async () => {
    await sealDays(now)
    await insert(moneyEntry('late', noon('2026-11-21')))
    await PointsEntryModel.collection.deleteOne({ _id: 'earned:p' as never })
    expect((await checkSealedDays({ now })).faults).toEqual([
      {
        kind: 'sealed_day_differs',
        day: 'money/2026-11-21',
        entry: 'topup:late',
        moves: 'gateway:upi -100, wallet:1 100',
        how: 'added',
      },
      {
        kind: 'sealed_day_differs',
        day: 'points/2026-11-21',
        entry: '1 from earned:p on',
        moves: '',
        how: 'removed',
      },
    ])
  })

  it('reads the newest three days of each ledger when asked for those only', async () => {
    await sealDays(now)
    await JournalEntryModel.collection.deleteOne({ _id: 'topup:old7' as never })
    expect(await checkSealedDays({ now, newest: 3 })).toEqual({ days: 6, entries: 2, faults: [] })
  })

  it('continues a full verification that was stopped, and starts again after one that ended', async () => {
    await sealDays(now)
    const daysRead: string[] = []
    const stop = new Error('stopped')
    await expect(
      checkSealedDays({
        now,
        onDay: (day) => {
          daysRead.push(day)
          if (daysRead.length === 2) throw stop
        },
      }),
    ).rejects.toBe(stop)
    const { days: rest } = await checkSealedDays({ now, onDay: (day) => daysRead.push(day) })
    expect(rest).toBe(5)
    expect(new Set(daysRead).size).toBe(7)
    expect((await checkSealedDays({ now })).days).toBe(7)
  })

  it('reads a day again that differed when it was stopped', async () => {
    await sealDays(now)
    await insert(moneyEntry('late', noon('2026-11-20')))
    const stop = () => {
      throw new Error('stopped')
    }
    await expect(checkSealedDays({ now, onDay: stop })).rejects.toThrow('stopped')
    expect((await checkSealedDays({ now })).faults).toHaveLength(1)
  })
})
