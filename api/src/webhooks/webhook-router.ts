import { lookForPaymentNow, lookForUnitNow } from '@jhatpat/shared/domain/checkout/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import express, { type RequestHandler, Router } from 'express'

/**
 * Callbacks of the gateway and MooGold. Neither is signed, so a callback only makes us ask; it is answered with
 * 200 once that is in the database.
 */
export function webhookRouter(deps: Pick<Deps, 'clock' | 'queues' | 'gatewayOf' | 'log'>): Router {
  const router = Router()
  const bodies = [express.urlencoded({ extended: false, limit: '20kb' }), express.json({ limit: '20kb' })]

  router.post('/upigateway', ...bodies, (async (request, response) => {
    const callback = deps
      .gatewayOf('upigateway')
      ?.readCallback({ ...request.query, ...asRecord(request.body) })
    const known = callback ? await lookForPaymentNow(deps, callback.clientTxnId) : false
    if (!known) deps.log.warn({ clientTxnId: callback?.clientTxnId }, 'callback about an unknown payment')
    response.json({ status: 'success' })
  }) satisfies RequestHandler)

  router.post('/moogold', ...bodies, (async (request, response) => {
    const orderId = String(asRecord(request.body).order_id ?? '')
    const known = /^[A-Za-z0-9-]{1,64}$/.test(orderId) && (await lookForUnitNow(deps, orderId))
    if (known) return void response.json({ status: 'success' })
    deps.log.warn({ supplierOrderId: orderId.slice(0, 64) }, 'callback about an order we do not know yet')
    response.status(404).json({ status: 'unknown order, send again later' })
  }) satisfies RequestHandler)

  return router
}

function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
