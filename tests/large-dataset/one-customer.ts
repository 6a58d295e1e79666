import { type IUser, uniqueKeys } from '@jhatpat/shared/domain/accounts/index.ts'
import type { IAuditRow } from '@jhatpat/shared/domain/audit/index.ts'
import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { ledgerAccounts, type WalletTransactionDoc } from '@jhatpat/shared/domain/wallet/index.ts'
import { Types } from 'mongoose'
import { type Bought, makePastOrder } from './past-order.ts'
import { auditRowsOf, reportOf } from './staff-rows.ts'
import { makeTopUp, makeWalletTransaction } from './wallet-transactions.ts'

/** All documents of one customer; money in paise. */
export type Customer = {
  users: Omit<IUser, never>[]
  names: { _id: string; owner: string }[]
  orders: OrderDoc[]
  transactions: WalletTransactionDoc[]
  wallets: { _id: Types.ObjectId; balancePaise: number; version: number }[]
  ledger: object[]
  references: { _id: string; owner: string; at: Date }[]
  /** Admins' actions on them, not sealed yet. */
  audit: IAuditRow[]
}

const firstNames = ['Asha', 'Arjun', 'Neha', 'Kabir', 'Diya', 'Zeeshan', 'Farhan', 'Ishaan', 'Tara', 'Ritu']
const lastNames = ['Rao', 'Nair', 'Reddy', 'Anand', 'Mehta', 'Ali', 'Qureshi', 'Gill', 'Iyer', 'Das']
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const topUpPaise = 500_000

/** The endings of a customer's orders, per hundred. */
const endings = [
  ...Array<Bought['status']>(90).fill('Completed'),
  ...Array<Bought['status']>(6).fill('Refunded'),
  ...Array<Bought['status']>(3).fill('Failed'),
  'Cancelled',
] as const

/** Pseudo-random numbers, the same on each run. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** `JP261121` and eight significant characters. */
function referenceOf(prefix: string, at: Date, number: number): string {
  const day = new Date(at.getTime() + 330 * 60_000).toISOString().slice(2, 10).replaceAll('-', '')
  let rest = number
  let signs = ''
  for (let place = 0; place < 8; place += 1) {
    signs = alphabet[rest % 32] + signs
    rest = Math.floor(rest / 32)
  }
  return `${prefix}${day}${signs}`
}

/**
 * A customer with a number of orders within a number of days (two years by default), paid by UPI or from a
 * wallet that is topped up when its balance is low.
 * @param first the number of the first order: no two customers share one
 */
export function makeCustomer({
  number,
  orders,
  first,
  now,
  days = 730,
}: {
  number: number
  orders: number
  first: number
  now: Date
  days?: number
}): Customer {
  const chance = chanceOf(number + 1)
  const user = makeUser(number, now)
  const made: Customer = {
    users: [user],
    names: namesOf(user),
    orders: [],
    transactions: [],
    wallets: [],
    ledger: [],
    references: [],
    audit: [],
  }
  const wallet = { balancePaise: 0, version: 0 }
  const times = Array.from({ length: orders }, () => now.getTime() - chance() * days * 86_400_000).sort(
    (a, b) => a - b,
  )
  times.forEach((time, index) => {
    const at = new Date(Math.floor(time))
    const serial = first + index
    const pricePaise = 2_900 + Math.floor(chance() ** 4 * 400) * 1_000
    const isWallet = chance() < 0.4
    const status = endings[Math.floor(chance() * endings.length)] ?? 'Completed'
    const bought: Bought = {
      at,
      user,
      pricePaise,
      isWallet: isWallet && status !== 'Failed',
      status,
      orderid: referenceOf('JP', at, serial),
      bankReference: String(400_000_000_000 + serial * 2),
      player: String(100_000_000 + (number % 5_000_000) * 3 + Math.floor(chance() * 3)),
    }
    if (bought.isWallet) {
      if (wallet.balancePaise < pricePaise)
        topUp(made, { user, wallet, at: new Date(at.getTime() - 60_000), serial })
      moveWallet(made, {
        bought,
        wallet,
        kind: 'order_debit',
        paise: -pricePaise,
        id: referenceOf('JW', at, serial * 2),
      })
    } else if (status !== 'Failed') payByBank(made, bought)
    if (status === 'Refunded') {
      moveWallet(made, {
        bought,
        wallet,
        kind: 'refund',
        paise: pricePaise,
        id: referenceOf('JW', at, serial * 2 + 1),
      })
    }
    const ended = makePastOrder(bought, bought.isWallet ? referenceOf('JW', at, serial * 2) : '')
    const ticket = status === 'Completed' ? reportOf(serial, ended.updatedAt) : null
    const order = { ...ended, ticket }
    made.orders.push(order)
    made.audit.push(...auditRowsOf(order, serial))
  })
  made.wallets.push({ _id: user._id, ...wallet })
  return made
}

function makeUser(number: number, now: Date): IUser {
  const at = new Date(now.getTime() - 731 * 86_400_000)
  return {
    _id: new Types.ObjectId(`5${number.toString(16).padStart(23, '0')}`),
    userid: `ul${number.toString(36)}`,
    name: `${firstNames[number % 10]} ${lastNames[Math.floor(number / 10) % 10]}`,
    email: `person.${number}@mail.test`,
    mobilenumber: String(6_000_000_000 + number),
    role: number % 200 === 7 ? 'reseller' : 'user',
    passwordHash: 'none',
    verified: true,
    isBlocked: false,
    hasSecondFactor: false,
    sessionsValidFrom: at,
    lastSeenAt: null,
    createdAt: at,
    updatedAt: at,
  } as IUser
}

const namesOf = ({ _id, userid, email, mobilenumber }: IUser) =>
  [uniqueKeys.userid(userid), uniqueKeys.email(email), uniqueKeys.mobile(mobilenumber)].map((name) => ({
    _id: name,
    owner: _id.toHexString(),
  }))

type Wallet = { balancePaise: number; version: number }

function topUp(
  made: Customer,
  { user, wallet, at, serial }: { user: IUser; wallet: Wallet; at: Date; serial: number },
) {
  const txnid = referenceOf('JT', at, serial)
  const bankReference = String(400_000_000_001 + serial * 2)
  add(wallet, topUpPaise)
  made.transactions.push(
    makeTopUp({ txnid, user, at, bankReference, paise: topUpPaise, after: { ...wallet, at } }),
  )
  made.references.push({ _id: `upigateway:${bankReference}`, owner: txnid, at })
  post(made, {
    kind: 'topup',
    ref: `${txnid}/${txnid}`,
    from: ledgerAccounts.gateway('upigateway'),
    to: ledgerAccounts.wallet(user._id),
    paise: topUpPaise,
    at,
  })
}

type Move = { bought: Bought; wallet: Wallet; kind: 'order_debit' | 'refund'; paise: number; id: string }

function moveWallet(made: Customer, { bought, wallet, kind, paise, id }: Move): void {
  const { user, orderid } = bought
  const isRefund = kind === 'refund'
  const at = isRefund ? new Date(bought.at.getTime() + 47_000) : bought.at
  add(wallet, paise)
  made.transactions.push(
    makeWalletTransaction({ txnid: id, user, at, kind, paise, orderid, after: { ...wallet, at } }),
  )
  const [from, to] = isRefund
    ? [ledgerAccounts.sales, ledgerAccounts.wallet(user._id)]
    : [ledgerAccounts.wallet(user._id), ledgerAccounts.sales]
  post(made, {
    kind: isRefund ? 'order_refund' : 'order_debit',
    ref: orderid,
    from,
    to,
    paise: Math.abs(paise),
    at,
  })
}

function payByBank(made: Customer, { orderid, bankReference, pricePaise, at }: Bought): void {
  made.references.push({ _id: `upigateway:${bankReference}`, owner: orderid, at })
  const accountsOf = { from: ledgerAccounts.gateway('upigateway'), to: ledgerAccounts.sales }
  post(made, { kind: 'order_payment', ref: `${orderid}/${orderid}`, ...accountsOf, paise: pricePaise, at })
}

function add(wallet: Wallet, paise: number): void {
  wallet.balancePaise += paise
  wallet.version += 1
}

type Transfer = { kind: string; ref: string; from: string; to: string; paise: number; at: Date }

function post(made: Customer, { kind, ref, from, to, paise, at }: Transfer): void {
  const postings = [
    { account: from, amountPaise: -paise },
    { account: to, amountPaise: paise },
  ]
  made.ledger.push({ _id: `${kind}:${ref}`, kind, ref, currency: 'INR', postings, at })
}
