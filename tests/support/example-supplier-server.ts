import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { answerWithFault, createFaultPlan, type Fault, type Fields } from '../simulators/wire/faults.ts'

type Call = (fields: Fields, fault: Fault | undefined) => Record<string, unknown>

/** The simulator of the example supplier. It sells once under a reference, whatever it answers. */
export async function startExampleSupplier(secret: string) {
  const plan = createFaultPlan('buy')
  const sold = new Map<string, string>()
  const settings = { leaksSecret: false, hasCheck: true }
  const calls: Record<string, Call> = {
    buy: ({ reference = '', player }, fault) => {
      if (player === 'nobody') return { error: 'NO_PLAYER' }
      if (!sold.has(reference)) sold.set(reference, `E${sold.size + 1}`)
      return { ok: true, ...(fault?.outcome === 'no_id' ? {} : { id: sold.get(reference) }) }
    },
    purchase: ({ reference = '' }) =>
      sold.has(reference) ? { ok: true, id: sold.get(reference) } : { error: 'NO_PURCHASE' },
    player: ({ player }) => {
      if (!settings.hasCheck) return { error: 'NO_CHECK' }
      return player === 'nobody' ? { error: 'NO_PLAYER' } : { ok: true, name: `Player ${player}` }
    },
    balance: () => ({ ok: true, credit: 5_000 - 79 * sold.size }),
    packs: ({ game }) => ({
      ...(game === 'stones' ? { ok: true } : { error: 'NO_GAME' }),
      packs: [{ pack: 'stones-60', title: '60 Stones', price: '79.00', available: true }],
    }),
  }

  const app = express().get('/:call', async ({ params, query, headers, url }, response) => {
    const { call } = params
    const fault = plan.take(call, {})
    const expected = createHmac('sha256', secret).update(url.slice(1)).digest('hex')
    const reply = (): Record<string, unknown> => {
      if (headers['x-sign'] !== expected) return { error: 'BAD_SIGN' }
      if (fault?.outcome === 'refuse') return { error: fault.code ?? 'SOLD_OUT' }
      return calls[call]?.(query as Fields, fault) ?? { error: 'NO_CALL' }
    }
    const act = async () => {
      const body = reply()
      const text = settings.leaksSecret ? `No: ${secret}` : 'No.'
      return { httpStatus: 'error' in body ? 400 : 200, body: 'error' in body ? { ...body, text } : body }
    }
    await answerWithFault({ response, fault, delays: { delayMs: 0, replyDelayMs: 0 }, act })
  })
  const server = app.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return {
    plan,
    sold,
    settings,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset() {
      plan.clear()
      sold.clear()
      Object.assign(settings, { leaksSecret: false, hasCheck: true })
    },
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  }
}
