import ky from 'ky'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '../contracts/client.ts'
import { createCall } from '../contracts/create-call.ts'
import { errorCatalogue } from '../contracts/errors.ts'
import { createWalletOrder } from '../contracts/orders.ts'
import { outcomeOf } from './outcome.ts'

const codes = Object.entries(errorCatalogue)
const outcomes = new Map(codes.map(([code, { status }]) => [code, outcomeOf(new ApiError(status, { code }))]))

describe('outcomeOf', () => {
  it('is certain only for a definite 4xx, whatever codes the catalogue gains', () => {
    for (const [code, { status }] of codes) {
      if (outcomes.get(code) !== 'refused') continue
      expect(status, code).toBeGreaterThanOrEqual(400)
      expect(status, code).toBeLessThan(500)
      expect([401, 408, 425, 429], code).not.toContain(status)
    }
  })

  it.each([
    'price_changed',
    'idempotency_key_reused',
    'out_of_stock',
    'insufficient_balance',
    'invalid_request',
  ])('releases the key after %s', (code) => {
    expect(outcomes.get(code)).toBe('refused')
  })

  it.each([
    'internal',
    'service_unavailable',
    'payment_unavailable',
    'idempotency_in_flight',
    'too_many_requests',
  ])('keeps the key after %s, for a retry', (code) => {
    expect(outcomes.get(code)).toBe('unclear')
  })

  it.each([408, 425, 429])('keeps the key after a %i with any code', (status) => {
    expect(outcomeOf(new ApiError(status, { code: 'whatever' }))).toBe('unclear')
  })

  it('distinguishes a busy shop from an unclear answer: this request had no effect', () => {
    expect(outcomes.get('shop_busy')).toBe('busy')
    expect(outcomes.get('shop_restoring')).toBe('busy')
  })

  it('keeps the key over a login, and for an order that cannot be paid', () => {
    expect(outcomes.get('session_expired')).toBe('signed_out')
    expect(outcomes.get('payment_rejected')).toBe('unpayable')
  })

  it('keeps the key after no answer, and after an unforeseen error', () => {
    expect(outcomeOf(new NetworkError('cut'))).toBe('unclear')
    expect(outcomeOf(new TypeError('surprise'))).toBe('unclear')
  })
})

describe('an incomplete answer', () => {
  afterEach(() => vi.unstubAllGlobals())

  const json = { headers: { 'content-type': 'application/json' } }
  const complete = { msg: 'ok', redirect_url: '/confirmation?client_txn_id=JP1', client_txn_id: 'JP1' }

  const request = (response: Response) => {
    vi.stubGlobal('fetch', async () => response)
    const call = createCall(ky.create({ prefix: 'http://shop.test/api', retry: 0 }))
    return call(createWalletOrder, { body: {} as never }).catch((error: unknown) => error)
  }

  it.each([
    ['a proxy’s 502 page', new Response('<html>Bad Gateway</html>', { status: 502 })],
    ['a proxy’s 404 page', new Response('<html>Not Found</html>', { status: 404 })],
    ['an error of somebody else', Response.json({ error: 'blocked' }, { status: 403 })],
    ['a 200 that was cut', new Response(JSON.stringify(complete).slice(0, 20), { status: 200, ...json })],
    ['an empty 200', new Response('', { status: 200, ...json })],
    ['a 200 without the field that tells the order', Response.json({ msg: 'ok', redirect_url: '/' })],
    ['a portal’s page with 200', new Response('<html>Log in to the Wi-Fi</html>', { status: 200 })],
  ])('is %s', async (_what, response) => {
    const error = await request(response)
    expect(error).toBeInstanceOf(NetworkError)
    expect(outcomeOf(error)).toBe('unclear')
  })

  it('is neither a refusal of ours nor a complete answer', async () => {
    const refusal = await request(Response.json({ code: 'out_of_stock', message: 'x' }, { status: 409 }))
    expect(outcomeOf(refusal)).toBe('refused')
    expect(await request(Response.json(complete))).toEqual(complete)
  })
})
