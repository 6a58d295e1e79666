import { createHmac } from 'node:crypto'
import { type Clock, systemClock } from '@jhatpat/shared/platform/clock.ts'
import {
  asDecimal,
  asId,
  asRecord,
  type VendorReply,
  vendorMessage,
} from '@jhatpat/shared/providers/call-vendor.ts'
import { callVendorByGet } from '@jhatpat/shared/providers/call-vendor-by-get.ts'
import { accountIdOf } from '@jhatpat/shared/providers/suppliers/account-id.ts'
import type {
  PlayerCheck,
  PriceList,
  Supplier,
  SupplierBalance,
  UnitOutcome,
} from '@jhatpat/shared/providers/suppliers/supplier.ts'

export type ExampleOptions = {
  name: string
  /** Scheme and host. */
  baseUrl: string
  secret: string
  timeoutMs: number
  /** Its time is in the signature; the machine's clock by default. */
  clock?: Clock
}

/**
 * An adapter for a supplier that does not exist, written like a real one: requests are GET with a signed
 * query, it delivers at once, and a repeated purchase under the same reference returns the same delivery.
 * docs/how-to/add-a-supplier.md walks through it.
 */
export function createExample(options: ExampleOptions): Supplier {
  const ask = async (path: string, query: Record<string, string>) =>
    readAnswer(await getSigned(options, path, query), options)
  return {
    name: options.name,
    evidence: 'lookup',
    accountId: accountIdOf(options.name),
    async purchaseUnit({ unitRef, supplierItemId, account }) {
      const answer = await ask('buy', {
        reference: unitRef,
        pack: supplierItemId,
        player: account.player ?? '',
      })
      if (answer.kind === 'rate_limited') return answer
      if (answer.kind === 'never_sent') return { kind: 'unavailable', message: answer.message }
      return answer.kind === 'no' ? readRefusal(answer) : readDelivery(answer)
    },
    async lookupPurchase({ unitRef }) {
      const answer = await ask('purchase', { reference: unitRef })
      if (answer.kind === 'rate_limited') return answer
      if (answer.kind !== 'no') return readDelivery(answer)
      if (answer.code === 'NO_PURCHASE') return { kind: 'not_found' }
      return { kind: 'unknown', message: errorText(answer), isAnswered: true }
    },
    async checkPlayer({ account }) {
      return readPlayer(await ask('player', { player: account.player ?? '' }))
    },
    async queryBalance() {
      return parseBalance(await ask('balance', {}))
    },
    async readPriceList(page) {
      return readPacks(await ask('packs', { game: page }))
    },
  }
}

function getSigned(options: ExampleOptions, path: string, own: Record<string, string>) {
  const time = Math.floor((options.clock ?? systemClock).now().getTime() / 1_000)
  const query = new URLSearchParams({ ...own, time: String(time) }).toString()
  const sign = createHmac('sha256', options.secret).update(`${path}?${query}`).digest('hex')
  return callVendorByGet({
    url: `${options.baseUrl}/${path}?${query}`,
    headers: { 'x-sign': sign },
    timeoutMs: options.timeoutMs,
  })
}

type Answer =
  | { kind: 'yes'; body: Record<string, unknown> }
  | { kind: 'no'; code: string; message: string }
  | { kind: 'unclear' | 'never_sent'; message: string }
  | Extract<VendorReply, { kind: 'rate_limited' }>

const errorText = ({ code, message }: { code: string; message: string }) => `${message} (${code})`

/** The supplier's own answer is JSON with a status below 500, with `ok` or with an `error` code. */
function readAnswer(reply: VendorReply, { secret }: ExampleOptions): Answer {
  if (reply.kind === 'rate_limited') return reply
  if (reply.kind === 'unavailable') return { kind: 'never_sent', message: reply.message }
  if (reply.kind !== 'json') return { kind: 'unclear', message: reply.message }
  if (reply.httpStatus >= 500) return { kind: 'unclear', message: `HTTP ${reply.httpStatus}.` }
  const body = asRecord(reply.body)
  const code = asId(body.error)
  if (code !== '') return { kind: 'no', code, message: vendorMessage(body.text, [secret]) || 'Refused' }
  return body.ok === true ? { kind: 'yes', body } : { kind: 'unclear', message: 'Neither yes nor no.' }
}

/** Codes that say for certain that nothing was bought, and whether the same purchase may succeed later. */
const refusals = new Map([
  ['NO_PLAYER', { retryable: false }],
  ['SOLD_OUT', { retryable: true }],
  ['NO_CREDIT', { retryable: true }],
  ['BAD_SIGN', { retryable: true }],
])

function readRefusal({ code, message }: { code: string; message: string }): UnitOutcome {
  const refusal = refusals.get(code)
  return refusal
    ? { kind: 'rejected', code, message, ...refusal }
    : { kind: 'unknown', message: errorText({ code, message }) }
}

function readDelivery(answer: Exclude<Answer, { kind: 'no' }>): UnitOutcome {
  if (answer.kind !== 'yes') return { kind: 'unknown', message: answer.message }
  const supplierOrderId = asId(answer.body.id)
  if (supplierOrderId === '') return { kind: 'unknown', message: 'The reply has no id.' }
  return { kind: 'delivered', supplierOrderId }
}

function readPlayer(answer: Answer): PlayerCheck {
  if (answer.kind === 'no') {
    const { code, message } = answer
    if (code === 'NO_PLAYER') return { kind: 'not_eligible', code, message, isPolicy: false }
    return {
      kind: 'unavailable',
      reason: code === 'NO_CHECK' ? 'not_offered' : 'trouble',
      message: errorText(answer),
    }
  }
  if (answer.kind !== 'yes') return { kind: 'unavailable', reason: 'no_answer', message: answer.message }
  const username = asId(answer.body.name)
  if (username === '')
    return { kind: 'unavailable', reason: 'trouble', message: 'The reply names no player.' }
  return { kind: 'found', username, region: '', priceFactor: 1, productFactors: {} }
}

function parseBalance(answer: Answer): SupplierBalance {
  if (answer.kind === 'no') return { kind: 'rejected', message: errorText(answer) }
  if (answer.kind !== 'yes') return { kind: 'unavailable', message: answer.message }
  const balance = asDecimal(answer.body.credit)
  return balance === undefined
    ? { kind: 'unavailable', message: 'The reply has no balance.' }
    : { kind: 'ok', balance, unit: 'INR' }
}

function readPacks(answer: Answer): PriceList {
  if (answer.kind === 'no') return { kind: 'unavailable', message: errorText(answer) }
  if (answer.kind !== 'yes') return { kind: 'unavailable', message: answer.message }
  const listed = Array.isArray(answer.body.packs) ? answer.body.packs.map(asRecord) : []
  const packs = listed.flatMap((one) => {
    const price = asDecimal(one.price)
    if (asId(one.pack) === '' || price === undefined) return []
    const name = vendorMessage(one.title, [])
    return [{ supplierItemId: asId(one.pack), name, price, inStock: one.available === true }]
  })
  return { kind: 'ok', unit: 'INR', fields: [], products: packs }
}
