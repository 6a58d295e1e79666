import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAdmin } from '../../support/people.ts'
import type { Person, RawReply } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { accessRules } from './access-rules.ts'
import { addressOf, hostileValues, type JsonSchema, sampleOf, schemaOf } from './contract-samples.ts'
import { fingerprintDatabase } from './fingerprint.ts'

let service: Service
let adminUser: IUser
let admin: Person
beforeAll(async () => {
  service = await startService()
  adminUser = await insertAdmin()
  admin = await service.as(adminUser)
})
afterAll(() => service.stop())

const named = callRegistry.map((route) => [`${route.method} ${route.path}`, route] as const)
const withBody = named.filter(([, route]) => route.method === 'POST')
const withParams = named.filter(([, route]) => route.params)
const withQuery = named.filter(([, route]) => route.query)

it('CALL-01 every call is below the host base path, and has no reply without it', async () => {
  expect(callRegistry.length).toBeGreaterThan(20)
  for (const [name, route] of named) {
    // An admin for each call: some of the calls end sessions.
    const reply = await send(await service.as(await insertAdmin()), route)
    expect(reply.json.message, name).not.toBe(notFoundText)
    const elsewhere = await admin.request(addressOf(route).replace('/api/', '/'), {
      method: route.method,
      headers: { accept: 'application/json' },
      ...(route.method === 'POST' ? { body: '{}' } : {}),
    })
    expect(elsewhere, name).toMatchObject({ status: 404, json: { code: 'not_found', message: notFoundText } })
  }
})

describe('a body field', () => {
  it.each(withBody)('of %s that is missing or of the wrong kind is named', async (_name, route) => {
    const unchanged = await fingerprintDatabase()
    const schema = schemaOf(route.body)
    for (const [field, described] of Object.entries(schema.properties ?? {})) {
      if (schema.required?.includes(field)) await expectNamed(route, without(sampleBody(route), field), field)
      for (const [kind, value] of hostileValues(described)) {
        await expectNamed(route, { ...sampleBody(route), [field]: value }, `${field} (${kind})`)
      }
    }
    await unchanged()
  })

  it.each(withBody)('of %s that the contract does not have is named', async (_name, route) => {
    const unchanged = await fingerprintDatabase()
    const body = JSON.stringify(sampleBody(route)).slice(1)
    for (const name of ['zz', '__proto__', 'constructor', '$where']) {
      const reply = await post(route, `{"${name}":{"isAdmin":true}${body === '}' ? '' : ','}${body}`)
      expect(reply, name).toMatchObject({ status: 400, json: { code: 'invalid_request', field: name } })
      expect(reply.json[route.errorField]).toBe(`${name} is not a known field.`)
    }
    await unchanged()
  })
})

describe('a body', () => {
  it.each(withBody)('of %s that is not a JSON object, or is too large, is refused', async (_name, route) => {
    const unchanged = await fingerprintDatabase()
    const [field = 'zz'] = Object.keys(schemaOf(route.body).properties ?? {})
    expect(await post(route, JSON.stringify({ [field]: 'x'.repeat(1_000_000) }))).toMatchObject({
      status: 413,
      json: { code: 'body_too_large' },
    })
    for (const text of ['{"a":', '{"a":1}}', 'null', '"text"', '1']) {
      expect(await post(route, text), text).toMatchObject({ status: 400, json: { code: 'malformed_json' } })
    }
    expect(await post(route, '[]')).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(await post(route, '['.repeat(40_000) + ']'.repeat(40_000))).toMatchObject({ status: 400 })
    expect(await post(route, 'a=1', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 415,
      json: { code: 'unsupported_media_type' },
    })
    await unchanged()
  })
})

describe('a path parameter', () => {
  it.each(withParams)('of %s that is not an id is refused', async (_name, route) => {
    const unchanged = await fingerprintDatabase()
    const { properties = {} } = schemaOf(route.params)
    for (const [field, described] of Object.entries(properties)) {
      for (const value of badPathValues(described)) {
        const reply = await send(admin, route, { [field]: value })
        expect(reply, `${field}=${value}`).toMatchObject({
          status: 400,
          json: { code: 'invalid_request', field },
        })
      }
      expect(await send(admin, route, { [field]: '%ZZ' })).toMatchObject({ status: 400 })
    }
    await unchanged()
  })
})

describe('a query field', () => {
  it.each(named.filter(([, route]) => route.method === 'GET'))(
    'of %s that is unknown is named',
    async (_name, route) => {
      const unchanged = await fingerprintDatabase()
      for (const name of ['zz', 'limit[$gt]', '__proto__']) {
        const reply = await admin.request(`${addressOf(route)}?${encodeURIComponent(name)}=1`)
        expect(reply, name).toMatchObject({ status: 400, json: { code: 'invalid_request', field: name } })
      }
      await unchanged()
    },
  )

  it.each(withQuery)('of %s that is invalid is named', async (_name, route) => {
    const unchanged = await fingerprintDatabase()
    for (const [name, described] of Object.entries(schemaOf(route.query).properties ?? {})) {
      for (const value of badQueryValues(name, described)) {
        const reply = await admin.request(`${addressOf(route)}?${name}=${value}`)
        expect(reply, `${name}=${value}`).toMatchObject({ status: 400, json: { field: name } })
        expect(reply.json.message, `${name}=${value}`).not.toContain('is not a known field')
      }
    }
    await unchanged()
  })
})

const notFoundText = 'There is nothing at this address.'

function sampleBody(route: AnyRoute): Record<string, unknown> {
  const schema = schemaOf(route.body)
  const sends = Object.entries(accessRules[`${route.method} ${route.path}`]?.sends ?? {})
  const contractFields = sends.filter(([field]) => field in (schema.properties ?? {}))
  return { ...(sampleOf(schema) as object), ...Object.fromEntries(contractFields) }
}

function send(person: Person, route: AnyRoute, params: Record<string, string> = {}): Promise<RawReply> {
  return person.request(addressOf(route, params), {
    method: route.method,
    ...(route.method === 'POST' ? { body: JSON.stringify(sampleBody(route)) } : {}),
  })
}

function post(route: AnyRoute, body: string, type = 'application/json'): Promise<RawReply> {
  return admin.request(addressOf(route), { method: 'POST', body, headers: { 'content-type': type } })
}

/** @param what the field's name, and in brackets what is wrong with it */
async function expectNamed(route: AnyRoute, body: unknown, what: string): Promise<void> {
  const reply = await post(route, JSON.stringify(body))
  expect(reply, what).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
  expect(String(reply.json.field).split('.')[0], what).toBe(what.split(' ')[0])
  expect(reply.json.message, what).toBe(reply.json[route.errorField])
  expect(reply.json.message).toMatch(/^[A-Za-z_].{8,200}[.!]$/)
}

function without(body: Record<string, unknown>, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
}

function badPathValues({ enum: allowedValues, pattern }: JsonSchema): string[] {
  const values = ['%00', 'a%00b', 'x'.repeat(400)]
  return allowedValues || pattern
    ? [...values, '%24ne', '%7B%22%24ne%22%3Anull%7D', 'a%20b', 'a%2Fb']
    : values
}

function badQueryValues(name: string, schema: JsonSchema): string[] {
  const { minimum, maximum, pattern, enum: allowedValues } = schema
  const edges = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ]
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const wrong = isNumber ? [...edges.map(String), 'many'] : pattern || allowedValues ? ['$x'] : []
  return [...wrong, 'x'.repeat(2_000), `${sampleOf(schema)}&${name}=${sampleOf(schema)}`]
}
