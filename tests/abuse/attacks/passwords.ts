import { linesOf } from '../../bench/kit/rows.ts'
import type { Row } from '../../bench/kit/suite.ts'
import type { Attack, AttackedShop } from '../kit/attack.ts'
import { countStatus, inParallel, type Reply, statusesOf } from '../kit/client.ts'
import { signInTry } from '../kit/customer.ts'
import { allowed } from '../kit/limits.ts'

const tries = 36
const line = linesOf('passwords')

/**
 * Wrong passwords for one account: their comparisons must be limited, and the owner must not be locked out.
 */
export const passwords: Attack = {
  about: '36 wrong passwords for one account from 3 addresses, then from 30; its owner signs in after each',
  run: async (shop) => {
    const few = await guess(shop, 3)
    const afterFew = await ownerRows(shop, 3)
    const many = await guess(shop, 30)
    const { ravi } = shop.people
    const stranger = await signInTry(shop.origin, { email: ravi.email, from: '198.18.4.250' })
    return [
      line.info(`guesses from 3 addresses (${statusesOf(few)})`, few.length),
      ...afterFew,
      line.info(`guesses from 30 addresses (${statusesOf(many)})`, many.length),
      ...(await ownerRows(shop, 30)),
      line.max('guesses compared', countStatus([...few, ...many], 401), allowed.guessesOfAccount),
      line.max(
        `an unknown browser with the right password is let in (${stranger.status})`,
        ...([stranger.status === 200 ? 1 : 0, 0] as const),
      ),
    ]
  },
}

function guess({ origin, people }: AttackedShop, addresses: number): Promise<Reply[]> {
  const { email } = people.ravi
  return inParallel({ count: tries, atOnce: 4 }, (index) => {
    const from = `198.18.4.${addresses + (index % addresses)}`
    return signInTry(origin, { email, from, password: `wrong ${addresses} ${index}` })
  })
}

/** From a new address: the account recognises the browser. */
async function ownerRows({ origin, people }: AttackedShop, addresses: number): Promise<Row[]> {
  const { email, cookie } = people.ravi
  const { status } = await signInTry(origin, { email, cookie, from: `192.0.2.${100 + addresses}` })
  const what = `after ${addresses} addresses the owner’s own browser is let in (${status})`
  return [line.min(what, status === 200 ? 1 : 0, 1)]
}
