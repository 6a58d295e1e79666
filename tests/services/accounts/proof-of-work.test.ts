import { OtpModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { answerTo, type Challenge } from '../../support/answer-challenge.ts'
import { buy, giveMoney, orderBody } from '../../support/buying.ts'
import { insertCustomer, testPassword } from '../../support/people.ts'
import type { RawReply } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

let service: Service
afterEach(() => service.stop())

const path = '/api/otp/otp-login'
const start = async (env: Record<string, string> = {}) => {
  service = await startService({ env: { SMS_CODES_PER_HOUR: '6', TRUST_PROXY: '1', ...env } })
}
let numbers = 0
const aNumber = () => `98${String(10_000_000 + numbers++)}`

type OtpInput = { mobile: string; proof?: string; headers?: Record<string, string> }

/** From an address of its own for each number. */
const requestCode = ({ mobile, proof, headers }: OtpInput): Promise<RawReply> =>
  service.guest.request(path, {
    method: 'POST',
    body: JSON.stringify({ mobile }),
    headers: {
      'x-forwarded-for': `198.51.100.${Number(mobile) % 250}`,
      ...headers,
      ...(proof === undefined ? {} : { 'proof-of-work': proof }),
    },
  })

const challengeOf = (reply: RawReply) => reply.json.challenge as Challenge

/** Uses up half of the hourly budget. */
async function useHalf() {
  for (let round = 0; round < 3; round++) expect((await requestCode({ mobile: aNumber() })).status).toBe(200)
}

const outcomeOf = ({ status, json }: RawReply) => ({ status, code: json.code })
const tooMany = { status: 429, code: 'too_many_requests' }
const challenged = { status: 429, code: 'challenge_required' }

describe('once half of the hourly codes are sent', () => {
  it('a client that cannot solve it is refused as by any limit, and others are asked for a proof of work', async () => {
    await start()
    const first = aNumber()
    expect(outcomeOf(await requestCode({ mobile: first, proof: 'ask' }))).toEqual({ status: 200 })
    await requestCode({ mobile: aNumber() })
    await requestCode({ mobile: aNumber() })
    const mobile = aNumber()
    const refused = await requestCode({ mobile })
    expect(outcomeOf(refused)).toEqual(tooMany)
    expect(refused.json.challenge).toBeUndefined()
    const challengeReply = await requestCode({ mobile, proof: 'ask' })
    expect(outcomeOf(challengeReply)).toEqual(challenged)
    expect(await OtpModel.countDocuments({ _id: `sign_in/${mobile}` })).toBe(0)
    const proof = await answerTo(challengeOf(challengeReply))
    expect((await requestCode({ mobile, proof })).json).toMatchObject({ success: true })
    expect(await OtpModel.countDocuments({ _id: `sign_in/${mobile}` })).toBe(1)
  })

  it('a challenge counts neither for the budget nor for the number’s limits', async () => {
    await start()
    await useHalf()
    const mobile = aNumber()
    let reply = await requestCode({ mobile, proof: 'ask' })
    for (let round = 0; round < 10; round++) reply = await requestCode({ mobile, proof: 'ask' })
    expect((await requestCode({ mobile, proof: await answerTo(challengeOf(reply)) })).status).toBe(200)
  })

  it('the budget still ends', async () => {
    await start()
    await useHalf()
    const statuses: number[] = []
    for (let round = 0; round < 4; round++) {
      const mobile = aNumber()
      const proof = await answerTo(challengeOf(await requestCode({ mobile, proof: 'ask' })))
      statuses.push((await requestCode({ mobile, proof })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  it('one of ten requests with one proof passes', async () => {
    await start({ SMS_CODES_PER_HOUR: '60' })
    for (let round = 0; round < 30; round++) await requestCode({ mobile: aNumber() })
    const mobile = aNumber()
    const proof = await answerTo(challengeOf(await requestCode({ mobile, proof: 'ask' })))
    const replies = await Promise.all(Array.from({ length: 10 }, () => requestCode({ mobile, proof })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ json }) => json.code === 'challenge_required')).toHaveLength(9)
  })

  it('a proof is valid for its number only, for five minutes, and unchanged', async () => {
    await start()
    await useHalf()
    const [mobile, other] = [aNumber(), aNumber()]
    const challenge = challengeOf(await requestCode({ mobile, proof: 'ask' }))
    const proof = await answerTo(challenge)
    expect(outcomeOf(await requestCode({ mobile: other, proof }))).toEqual(challenged)
    const { parameters } = challenge
    const easy = { ...challenge, parameters: { ...parameters, keyPrefix: '00', cost: 1 } }
    delete easy.parameters.keySignature
    expect(outcomeOf(await requestCode({ mobile, proof: await answerTo(easy) }))).toEqual(challenged)
    for (const nonsense of ['x', btoa('{}'), btoa('null'), btoa('{"challenge":{},"solution":{}}')]) {
      expect(outcomeOf(await requestCode({ mobile, proof: nonsense }))).toEqual(challenged)
    }
    service.clock.advance(5 * 60_000 + 1_000)
    expect(outcomeOf(await requestCode({ mobile, proof }))).toEqual(challenged)
  })

  it('neither a number that has bought nor a browser with earlier sign-ins is asked', async () => {
    await start()
    const [buyer, known] = [await insertCustomer(), await insertCustomer()]
    const shop = await insertShop()
    await giveMoney(buyer, 100_000)
    const id = await buy(await service.as(buyer), orderBody(buyer, shop.diamonds, { paymentmode: 'wallet' }))
    await OrderModel.collection.updateOne({ _id: id as never }, { $set: { status: 'Completed' } })
    const signedIn = await service.guest.request('/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ email: known.email, password: testPassword }),
    })
    const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
    await useHalf()
    expect((await requestCode({ mobile: buyer.mobilenumber })).status).toBe(200)
    expect((await requestCode({ mobile: known.mobilenumber, headers: { cookie } })).status).toBe(200)
    expect(outcomeOf(await requestCode({ mobile: aNumber(), headers: { cookie } }))).toEqual(tooMany)
    expect(outcomeOf(await requestCode({ mobile: known.mobilenumber }))).toEqual(tooMany)
  })
})
