import { checkPaymentNow, checkUnitNow } from '@jhatpat/shared/domain/checkout/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { measure } from '@jhatpat/shared/platform/measurements/index.ts'
import { addToContext } from '@jhatpat/shared/platform/request-context.ts'
import { type Request, type RequestHandler, Router } from 'express'
import { readCallbackBody } from '../http/body.ts'

type WebhookDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'gatewayOf' | 'gatewayNames' | 'log'>

/**
 * Callbacks of the gateways, each under its name, and of MooGold. None is signed, so a callback only
 * triggers a check. All well-formed ones get the same reply, whether we know their id or not: otherwise
 * any client could probe for our ids.
 */
export function webhookRouter(deps: WebhookDeps, limit: RequestHandler): Router {
  const router = Router()
  router.use(limit, readCallbackBody)

  for (const name of deps.gatewayNames) {
    router.post(`/${name}`, async (request, response) => {
      const callback = deps.gatewayOf(name)?.readCallback({ ...request.query, ...asRecord(request.body) })
      if (!callback) throw missing('client_txn_id')
      addToContext({ route: `POST /api/webhooks/${name}`, subject: callback.clientTxnId })
      measure('paymentCallback', () => ({ gateway: name }))
      const known = await checkPaymentNow(deps, callback.clientTxnId)
      if (!known) deps.log.info({ clientTxnId: callback.clientTxnId }, 'callback about an unknown payment')
      response.json(received)
    })
  }

  router.post('/moogold', async (request, response) => {
    const orderId = moogoldOrderId(request)
    if (orderId === undefined) throw missing('order_id')
    await checkUnitNow(deps, orderId)
    response.json(received)
  })

  return router
}

/** MooGold stops resending after this reply. */
const received = { status: 'success' }

function moogoldOrderId({ body }: Request): string | undefined {
  const id = asRecord(body).order_id
  const text = typeof id === 'number' || typeof id === 'string' ? String(id) : ''
  return /^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined
}

function missing(field: string): AppError {
  return new AppError('invalid_request', { field, message: `${field} is missing or malformed.` })
}

function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
