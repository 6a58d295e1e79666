import { createHmac } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import { answerWithFault, type Fault, type Fields, type VendorAnswer } from '../wire/faults.ts'
import { bodyText, parseJson, rawBody, textFields } from '../wire/read-fields.ts'
import { textOf } from '../wire/text-of.ts'
import { type MooGoldReply, mooGoldCalls } from './moogold-calls.ts'
import type { MooGoldStore } from './moogold-store.ts'

/** The reseller calls. Each is a POST whose JSON repeats its own path. */
export function mooGoldApi(store: MooGoldStore): Router {
  const router = Router()
  router.post('/wp-json/v1/api/:group/:call', rawBody, async (request: Request, response: Response) => {
    const path = `${textOf(request.params.group)}/${textOf(request.params.call)}`
    const act = mooGoldCalls[path]
    if (!act) return noRoute(response)
    const body = parseJson(bodyText(request))
    const fields = readMatchFields(body)
    const fault = chooseFault(store, path, fields)
    const answer = async () =>
      dress(
        store,
        refuseCaller(store, path, request) ??
          (await act(store, { body, fault, partnerId: partnerOf(request) })),
      )
    if (path === 'product/validate' && store.settings().validate === 'no_route') return noRoute(response)
    await answerWithFault({ response, fault, delays: store.settings(), act: answer })
  })
  router.use((_request: Request, response: Response) => noRoute(response))
  return router
}

function noRoute(response: Response): void {
  const message = 'No route was found matching the URL and request method.'
  response.status(404).json({ code: 'rest_no_route', message, data: { status: 404 } })
}

/** The fields that select a fault: top-level fields, those of `data`, and the player's id as `userid`. */
function readMatchFields(body: Record<string, unknown>): Fields {
  const data = textFields((body.data as Record<string, unknown>) ?? {})
  const userid = data['User ID'] ?? data['Player ID'] ?? ''
  return { ...data, ...textFields(body), userid }
}

/** A planned fault, otherwise the special behaviour of this player. */
function chooseFault(store: MooGoldStore, path: string, fields: Fields): Fault | undefined {
  const planned = store.plan.take(path, fields)
  if (path !== 'order/create_order') return planned
  const attempt = store.countAttempt(fields.partnerOrderId ?? '')
  const player = store.players()[fields.userid ?? '']
  if (planned || !player) return planned
  const concerned = attempt === 1 || !player.firstAttemptOnly
  const refusal = player.refuse && concerned ? { outcome: 'refuse' as const, ...player.refuse } : {}
  const outcome = (concerned ? player.outcome : undefined) ?? 'ok'
  return { outcome, times: 1, match: {}, statuses: player.statuses, ...refusal }
}

/** The account of a request, as `partnerId:secret` in base64. */
function partnerOf(request: Request): string {
  return loginOf(request).split(':')[0] ?? ''
}

function loginOf({ headers }: Request): string {
  return Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString()
}

function refuseCaller(store: MooGoldStore, path: string, request: Request): MooGoldReply | undefined {
  const secret = store.secretOf(partnerOf(request))
  if (secret === undefined || loginOf(request) !== `${partnerOf(request)}:${secret}`)
    return { error: '403', message: 'User authorisation failed' }
  const timestamp = String(request.headers.timestamp ?? '')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= store.settings().timeWindowS))
    return { error: '426', message: 'Invalid timestamp' }
  const text = bodyText(request)
  const expected = createHmac('sha256', secret)
    .update(text + timestamp + path)
    .digest('hex')
  if (request.headers.auth !== expected) return { error: '109', message: 'Invalid signature' }
  if (parseJson(text).path !== path) return { error: '418', message: 'Path mismatch' }
  return undefined
}

function dress(store: MooGoldStore, reply: MooGoldReply): VendorAnswer {
  if (!('error' in reply)) return { httpStatus: 200, body: reply.body }
  const { errorHttpStatus, errorInData, leakKey } = store.settings()
  const err_message = leakKey ? `${reply.message} (${store.secret})` : reply.message
  const error = { err_code: reply.error, err_message }
  const documented = /^4\d\d$/.test(reply.error) ? Number(reply.error) : 200
  return { httpStatus: errorHttpStatus ?? documented, body: errorInData ? { data: error } : error }
}
