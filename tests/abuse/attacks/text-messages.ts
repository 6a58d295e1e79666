import { linesOf } from '../../bench/kit/rows.ts'
import type { Row } from '../../bench/kit/suite.ts'
import { until } from '../../bench/kit/until.ts'
import type { Attack, AttackedShop } from '../kit/attack.ts'
import { ask, countUnanswered, evenly, inParallel, type Reply, statusesOf } from '../kit/client.ts'
import { allowed, smsCodesAllowed } from '../kit/limits.ts'
import { whenSettled } from '../kit/simulators.ts'

const addresses = 10
const resends = 20
const atOnce = 20
const again = '9710000001'
const prefix = '97222'

const range = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i))

/**
 * More than the shop's hourly budget, more than that for one prefix, and numbers that no Indian mobile has.
 */
const numbers = {
  spread: range(320, (index) => String(9_800_000_000 + index * 100_000)),
  sharing: range(80, (index) => `${prefix}${String(index).padStart(5, '0')}`),
  impossible: range(40, (index) => `${index % 6}${String(300_000_000 + index * 100_000)}`),
}

const line = linesOf('sms')

/** Codes for strangers' numbers: each costs the shop a text message. */
export const textMessages: Attack = {
  about:
    'one number asked for every second, then codes for 440 numbers at once, 40 of them impossible; 10 addresses',
  run: async (shop) => {
    const { simulators } = shop
    const countImpossible = await simulators.countCalls(
      'sms',
      'bulkV2',
      numbers.impossible.map((number) => ({ numbers: number })),
    )
    const resent = await askAgain(shop)
    const flood = await askForAll(shop)
    const isProofRequired = [...resent, ...flood].some(({ json }) => json.code === 'challenge_required')
    await whenSettled(async () => (await simulators.journal('sms')).length, 20_000)
    const customer = await askAsCustomer(shop)
    return [
      line.info(`asked every second for one number (${statusesOf(resent)})`, resent.length),
      line.info(`asked for ${flood.length} numbers at once (${statusesOf(flood)})`, flood.length),
      line.max('not answered (5xx or nothing)', countUnanswered([...resent, ...flood]), 0),
      line.info(
        'of these answered with a demand for a proof of work',
        flood.filter(({ json }) => json.code === 'challenge_required').length,
      ),
      // The vendor rejects them, so its journal has none.
      line.max('messages to numbers that are no Indian mobile', await countImpossible(), 0),
      ...rowsOf(await simulators.journal('sms'), isProofRequired),
      line.min('a customer who has bought gets a code afterwards', customer, 1),
    ]
  },
}

function rowsOf(journal: readonly Record<string, unknown>[], isProofAsked: boolean): Row[] {
  const sent = journal.flatMap(({ numbers: to }) => (to as string[]).filter((number) => attacked.has(number)))
  const byNumber = [...Map.groupBy(sent, (number) => number).values()].map(({ length }) => length)
  const among = (some: readonly string[]) => sent.filter((number) => some.includes(number)).length
  return [
    line.max('messages to the number asked for every second', among([again]), 1),
    line.max('most messages to one number', Math.max(0, ...byNumber), 1),
    line.max('messages to numbers with one prefix', among(numbers.sharing), allowed.smsCodesPerPrefix),
    line.max(
      `messages to strangers in all${isProofAsked ? ', without the proof' : ''}`,
      ...([sent.length, smsCodesAllowed(isProofAsked, atOnce)] as const),
    ),
  ]
}

const attacked = new Set([again, ...Object.values(numbers).flat()])

function askAgain(shop: AttackedShop): Promise<Reply[]> {
  return evenly({ count: resends, overMs: resends * 1_000 }, (index) => askFor(shop, again, index))
}

/** Alternates the kinds, so that one kind's use of the budget does not hide another's. */
function askForAll(shop: AttackedShop): Promise<Reply[]> {
  const { spread, sharing, impossible } = numbers
  const all = spread.flatMap((number, index) =>
    [number, sharing[index] ?? [], impossible[index] ?? []].flat(),
  )
  return inParallel({ count: all.length, atOnce }, (index) => askFor(shop, all[index]!, index))
}

function askFor({ origin }: AttackedShop, mobileNumber: string, index: number): Promise<Reply> {
  const email = `mallory.${mobileNumber}@example.test`
  const body = { name: 'Mallory', mobileNumber, email, password: 'a long enough word' }
  // Requests the challenge like our app, and does not solve it.
  return ask(origin, '/api/auth/createaccount', { from: `198.18.3.${index % addresses}`, proof: 'ask', body })
}

/**
 * A number with another message within five minutes gets its code by mail: the vendor rejects text messages
 * to it.
 */
async function askAsCustomer({ origin, simulators, people: { ravi } }: AttackedShop): Promise<number> {
  const count = async () => {
    const [texts, mails] = await Promise.all([simulators.journal('sms'), simulators.journal('mail')])
    const isCode = ({ text }: Record<string, unknown>) => /\b\d{6}\b/.test(String(text))
    return [
      ...texts.filter(({ numbers }) => (numbers as string[]).includes(ravi.mobile)),
      ...mails.filter(({ to }) => (to as string[]).includes(ravi.email)),
    ].filter(isCode).length
  }
  const before = await count()
  await ask(origin, '/api/otp/otp-login', { from: ravi.address, body: { mobile: ravi.mobile } })
  const found = until(async () => (await count()) > before, { everyMs: 250, timeoutMs: 10_000 })
  return found.then(
    () => 1,
    () => 0,
  )
}
