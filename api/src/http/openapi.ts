import { type ErrorCode, errorCatalogue } from '@jhatpat/shared/contracts/errors.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { type RequestHandler, Router } from 'express'
import * as z from 'zod'
import { lazyComponent } from './lazy-component.ts'

type JsonObject = Record<string, unknown>

/** The OpenAPI 3.1 document of the calls, made from the same values that mount them. */
export function openApiDocument(routes: readonly AnyRoute[], version: string): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, path) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Jhatpat', version, description: 'Game top-ups, recharges and OTT subscriptions.' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  }
}

/** `/order/:id{/:reason}` is two paths here, as OpenAPI has no optional parts. */
export function pathsOf(route: AnyRoute): string[] {
  const optional = /\{(\/:\w+)\}/.exec(route.path)
  const variants = optional
    ? [route.path.replace(optional[0], ''), route.path.replace(optional[0], optional[1] ?? '')]
    : [route.path]
  return variants.map((path) => path.replace(/:(\w+)/g, '{$1}'))
}

function operation(route: AnyRoute, path: string): JsonObject {
  return {
    summary: route.summary,
    ...(typeof route.auth === 'object'
      ? { description: `Requires the permission: ${[route.auth.permission].flat().join(', ')}` }
      : {}),
    tags: [path.split('/')[1]],
    security: route.auth === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(route.params, 'path').filter(({ name }) => path.includes(`{${name}}`)),
      ...parametersOf(route.query, 'query'),
      ...(route.idempotent ? [idempotencyParameter] : []),
      ...(route.asksBack ? [orderAgainParameter] : []),
      ...(route.asksPrices ? [priceConfirmedParameter] : []),
      ...(route.asksWork ? [proofOfWorkParameter] : []),
      ...(route.asksProof ? [accountProofParameter] : []),
    ],
    ...(route.method === 'POST'
      ? {
          requestBody: {
            required: true,
            content: bodyContent(route),
          },
        }
      : {}),
    responses: {
      200: { description: 'Done', content: jsonOf(schemaOf(route.result, 'output')) },
      ...errorResponses(route),
    },
  }
}

function bodyContent({ body, file }: AnyRoute): JsonObject {
  const schema = schemaOf(body ?? z.strictObject({}), 'input')
  if (!file) return jsonOf(schema)
  const { properties = {}, required = [] } = schema as { properties?: JsonObject; required?: string[] }
  const binary = { type: 'string', format: 'binary', description: `At most ${file.maxBytes} bytes` }
  const form = { ...properties, [file.field]: binary }
  return {
    'multipart/form-data': { schema: { ...schema, properties: form, required: [...required, file.field] } },
  }
}

function parametersOf(schema: z.core.$ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: JsonObject
    required?: string[]
  }
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: described,
  }))
}

function errorResponses(route: AnyRoute): JsonObject {
  const always: ErrorCode[] = ['invalid_request', 'internal', 'service_unavailable']
  if (route.auth !== 'public') always.push('not_signed_in', 'session_expired')
  if (typeof route.auth === 'object') always.push('forbidden', 'role_not_permitted')
  if (route.idempotent) always.push('idempotency_in_flight', 'idempotency_key_reused')
  const codes = [...new Set([...always, ...route.errors])]
  const byStatus = Object.groupBy(codes, (code) => errorCatalogue[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, of = []]) => [
      status,
      {
        description: of.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
        content: jsonOf({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  )
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}

const jsonOf = (schema: JsonObject) => ({ 'application/json': { schema } })

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 8, maxLength: 100 },
  description: 'A repeat with the same key and body gets the first reply again, for 30 days.',
}

const orderAgainParameter = {
  name: 'Order-Again',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 40 },
  description:
    'Send `ask` to get a question (409 `ordered_already`) before the same item is ordered twice for one player within two minutes, or while such an order is unpaid. To order again, repeat the request with the same `Idempotency-Key` and with the `orderid` of that reply here.',
}

const priceConfirmedParameter = {
  name: 'Price-Confirmed',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 400 },
  description:
    'Send `ask` to get a question (409 `price_unconfirmed`) before an owner’s price below cost, or more than 20 % less within 24 hours, is saved. To save it, repeat the request with the same `Idempotency-Key` and with the price of that reply here; several are separated by commas.',
}

const proofOfWorkParameter = {
  name: 'Proof-Of-Work',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 4_000 },
  description:
    'Send `ask` to get a challenge (429 `challenge_required`, ALTCHA version 2) where a proof of work is due; without it the reply is `too_many_requests`. To answer it, repeat the request with the base64 of `{"challenge":…,"solution":…}` here. An answer is valid once, for five minutes, for the same number or address.',
}

const accountProofParameter = {
  name: 'Account-Proof',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 10 },
  description:
    'Send `ask` to get a question (409 `proof_required`) before an admin changes the e-mail address or mobile number of their own account. To save it, send the kind of proof that the reply names in `by` to `POST /auth/prove`, and repeat the request within five minutes.',
}

const errorSchema = {
  type: 'object',
  required: ['message', 'code', 'requestId'],
  properties: {
    message: { type: 'string', description: 'A sentence for people' },
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    requestId: { type: 'string' },
    field: { type: 'string', description: 'The request field that caused the error, as a dotted path' },
    msg: { type: 'string', description: 'The same sentence, on calls whose clients read it here' },
    error: { type: 'string', description: 'The same sentence, on calls whose clients read it here' },
  },
}

/** Serves `openapi.json` and the readable `docs` below its mount path. */
export function apiReference(describe: () => Promise<object>): Router {
  const router = Router()
  router.get(
    '/openapi.json',
    lazyComponent(async () => sendJson(await describe())),
  )
  router.use(
    '/docs',
    lazyComponent(async () => pagesOf(await describe())),
  )
  return router
}

const sendJson =
  (document: object): RequestHandler =>
  (_request, response) => {
    response.json(document)
  }

async function pagesOf(document: object): Promise<Router> {
  const { default: swaggerUi } = await import('swagger-ui-express')
  const pages = swaggerUi.setup(document, {
    customSiteTitle: 'Jhatpat API',
    swaggerOptions: { persistAuthorization: false },
  })
  return Router().use(swaggerUi.serve, pages)
}
