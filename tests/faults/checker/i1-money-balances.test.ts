import { describe, expect, it } from 'vitest'
import { makePayment, makePostingSet, soundEvidence, soundJournals } from './faulty-data.ts'
import { moneyBalances } from './i1-money-balances.ts'

const topUp = (paise: number) =>
  makePostingSet('adjustment', 'A1', [
    ['adjustments', -paise],
    ['wallet:u1', paise],
  ])
const whats = (change: Parameters<typeof soundEvidence>[0]) =>
  moneyBalances(soundEvidence(change)).map(({ what, paise }) => [what, paise])

describe('I1, money balances', () => {
  it('accepts a sound ledger', () => {
    expect(whats({})).toEqual([])
    expect(
      whats({ ledger: [makePayment(), topUp(500)], wallets: [{ _id: 'u1', balancePaise: 500 }] }),
    ).toEqual([])
  })

  it('finds an entry that does not sum to zero', () => {
    const odd = makePostingSet('adjustment', 'A1', [['adjustments', -500]])
    expect(whats({ ledger: [makePayment(), odd] })).toEqual([['sums to -500 paise', 500]])
  })

  it('finds a balance that is not the sum of its entries, also of a missing wallet', () => {
    expect(
      whats({ ledger: [makePayment(), topUp(500)], wallets: [{ _id: 'u1', balancePaise: 400 }] }),
    ).toEqual([['shows 400, its entries say 500', 100]])
    expect(whats({ ledger: [makePayment(), topUp(500)] })).toEqual([['shows 0, its entries say 500', 500]])
  })

  it('finds a negative balance', () => {
    const spent = whats({ ledger: [makePayment(), topUp(-5)], wallets: [{ _id: 'u1', balancePaise: -5 }] })
    expect(spent).toEqual([['is negative: -5', undefined]])
  })

  it('finds money of the gateway that is not in the ledger, and the reverse', () => {
    expect(whats({ ledger: [] })).toEqual([['the gateway took 34500 paise, the ledger has 0', 34_500]])
    const journals = soundJournals({ upigateway: [] })
    expect(whats({ journals })).toEqual([['the gateway took 0 paise, the ledger has 34500', 34_500]])
  })

  it('finds one payment that was entered twice', () => {
    const again = { ...makePayment(), kind: 'unallocated_payment' }
    expect(whats({ ledger: [makePayment(), again] })).toEqual([
      ['the gateway took 34500 paise, the ledger has 69000', 34_500],
    ])
  })
})
