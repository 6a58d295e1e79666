import { linesOf } from '../../bench/kit/rows.ts'
import type { Row } from '../../bench/kit/suite.ts'
import type { Attack, AttackedShop } from '../kit/attack.ts'
import { ask, countUnanswered, inParallel, type Reply, statusesOf } from '../kit/client.ts'
import { type LoopDelay, loopDelayDuring } from '../kit/event-loop.ts'
import { loopDelayAllowed } from '../kit/limits.ts'

const bytes = 90_000
/** Texts on which a careless regular expression backtracks excessively. */
const hostile = [
  'a'.repeat(bytes),
  `a@${'.'.repeat(bytes)}@`,
  `a@${'a.'.repeat(bytes / 2)}`,
  `${' '.repeat(bytes / 2)}a${' '.repeat(bytes / 2)}b`,
  '1.'.repeat(bytes / 2),
  '<'.repeat(bytes),
]

const person = {
  name: 'Mallory',
  mobileNumber: '9611100000',
  email: 'm@example.test',
  password: 'a long enough word',
}
const bought = { itemid: 1001, product_id: 'mobile-legends', paymentmode: 'wallet', key: 'storefront' }
const player = { userid: '720000000', zoneid: '2001', selectedProduct: 'mobile-legends', selectedItem: 1001 }
const user = {
  _id: '0'.repeat(24),
  userid: 'u',
  name: 'M',
  mobilenumber: '',
  email: 'm@example.test',
  role: 'user',
}

/** One field of each body has the text: bodies of more than 100 kB are rejected unread. */
type Call = { path: string; by?: 'ravi' | 'meera'; field: string; rest: Record<string, unknown> }

const calls: Call[] = [
  { path: '/auth/login', field: 'email', rest: { password: 'x' } },
  { path: '/auth/login', field: 'password', rest: { email: 'm@example.test' } },
  { path: '/auth/createaccount', field: 'email', rest: person },
  { path: '/auth/createaccount', field: 'name', rest: person },
  { path: '/auth/createaccount', field: 'mobileNumber', rest: person },
  { path: '/auth/createaccount', field: 'password', rest: person },
  { path: '/auth/verifyandregister', field: 'otp', rest: person },
  { path: '/password/forgetpassword', field: 'email', rest: {} },
  { path: '/otp/otp-login', field: 'mobile', rest: {} },
  { path: '/otp/verify-otp', field: 'otp', rest: { mobile: '9611100000' } },
  { path: '/order/checkid', field: 'userid', rest: player },
  { path: '/order/checkid', field: 'selectedProduct', rest: player },
  { path: '/user/edit-profile', by: 'ravi', field: 'name', rest: { userid: 'u' } },
  {
    path: '/order/createWalletOrder',
    by: 'ravi',
    field: 'input1',
    rest: { ...bought, userid: 'u', input2: '2001' },
  },
  {
    path: '/order/orderstatus',
    by: 'ravi',
    field: 'client_txn_id',
    rest: { date: '01-01-2026', key: 'storefront' },
  },
  { path: '/wallet/txnstatus', by: 'ravi', field: 'date', rest: { client_txn_id: 'JT2601010000001' } },
  {
    path: '/admin/updateuserdata',
    by: 'meera',
    field: 'email',
    rest: { ...user, verified: true, isBlocked: false },
  },
  { path: '/admin/adduserbalance', by: 'meera', field: 'email', rest: { userId: 'u', amount: 1 } },
]

const vendorBytes = 80_000
const vendorTexts = ['<'.repeat(vendorBytes), ' '.repeat(vendorBytes), '<p>No </p>'.repeat(vendorBytes / 10)]
/** No other check of this run uses this zone, so that only the attack's checks get this answer. */
const zone = '3101'

const line = linesOf('texts')

/** 90 kB in the fields of public and signed-in calls, and a supplier that answers with 80 kB. */
export const longTexts: Attack = {
  about: 'texts of 90 kB in calls, and of 80 kB in a supplier’s answers',
  run: async (shop) => {
    const { api, loopFolder: folder } = shop
    const measure = (work: () => Promise<Reply[]>) => loopDelayDuring({ folder, pid: api.pid }, work)
    const control = await measure(() => sendTexts(shop, 'filler'))
    const ours = await measure(() => sendTexts(shop))
    const theirs = await measure(() => getTexts(shop))
    const { loop } = shop.quiet
    const limit = {
      p99: loopDelayAllowed(Math.max(loop.p99, control.delay.p99)),
      max: loopDelayAllowed(Math.max(loop.max, control.delay.max)),
    }
    return [
      line.info('the same calls with 90 kB in a field that none has: max ms', control.delay.max),
      line.info(`calls with long texts (${statusesOf(ours.result)})`, ours.result.length),
      ...rowsOf('calls with long texts', ours.delay, limit),
      line.max('not answered (5xx or nothing)', countUnanswered(ours.result), 0),
      line.info(`long answers of a supplier (${statusesOf(theirs.result)})`, theirs.result.length),
      ...rowsOf('long answers of a supplier', theirs.delay, limit),
    ]
  },
}

const rowsOf = (what: string, { p99, max }: LoopDelay, limit: LoopDelay): Row[] => [
  line.max(`${what}: event loop late, p99 ms`, p99, limit.p99),
  line.max(`${what}: event loop late, max ms`, max, limit.max),
]

/** @param into a field that has the text in place of the call's own */
function sendTexts({ origin, people }: AttackedShop, into?: string): Promise<Reply[]> {
  const all = calls.flatMap((call) => hostile.map((text) => ({ ...call, text })))
  return inParallel({ count: all.length, atOnce: 4 }, async (index) => {
    const { path, by, field, rest, text } = all[index]!
    const token = by && people[by].token
    const from = `198.18.1.${index % 20}`
    const body = { ...rest, [into ?? field]: text }
    return ask(origin, `/api${path}`, { from, ...(token && { token }), body })
  })
}

async function getTexts({ origin, simulators }: AttackedShop): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const [index, message] of vendorTexts.entries()) {
    const fault = { outcome: 'refuse', call: 'getrole', code: '20004', match: { zoneid: zone }, message }
    await simulators.command('smileone', { next: fault })
    const product = { selectedProduct: 'mobile-legends', selectedItem: 1001 }
    const body = { userid: String(720_000_000 + index), zoneid: zone, ...product }
    replies.push(await ask(origin, '/api/order/checkid', { from: '198.18.1.99', body }))
  }
  return replies
}
