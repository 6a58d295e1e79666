import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import * as z from 'zod'

export type JsonSchema = {
  type?: string
  pattern?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  minLength?: number
  minItems?: number
  maxLength?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** Part of a request as plain data, generated from the contract itself. */
export function schemaOf(schema: z.core.$ZodType | undefined): JsonSchema {
  if (!schema) return { properties: {} }
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** Texts that match the patterns of contracts/fields.ts. */
const texts = [
  'abc',
  'JP261121K7Q2MD',
  '21-11-2026',
  '2026-11-21',
  '7',
  'JP261121K7Q2MD-1',
  'JP261121K7Q2MD-D1',
  '9000000001',
  'asha@example.test',
  '0123456789abcdef01234567',
  '482913',
  'a.b.c',
  '1763750000000.JP261121K7Q2MD',
  '1.2026-11-21T09:30:00.000Z.JP261121K7Q2MD',
  '2026-11-21T09:30:00.000Z.JP261121K7Q2MD',
  '1763750000000.0123456789abcdef01234567',
  `${'a'.repeat(16)}.${'b'.repeat(43)}`,
  'MLBB',
  '/media/a.webp',
  'SMILEPH:1',
  'SMILEBR-17',
  'A whole sentence.',
  'https://push.example.test/send/a',
  'c'.repeat(87),
  'd'.repeat(22),
]

/** A value that the contract accepts. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0] as JsonSchema)
  switch (schema.type) {
    case 'string':
      return sampleText(schema)
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items as JsonSchema))
    default:
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] as JsonSchema)]),
      )
  }
}

function sampleText({ pattern, minLength = 1 }: JsonSchema): string {
  const fit = texts.find((text) => (!pattern || new RegExp(pattern).test(text)) && text.length >= minLength)
  if (fit === undefined) throw new Error(`add a text that fits ${pattern} to the samples`)
  return fit
}

/** The address of a call below the origin, with sample or given parameters. */
export function addressOf(route: AnyRoute, given: Record<string, string> = {}): string {
  const params = { ...(sampleOf(schemaOf(route.params)) as Record<string, string>), ...given }
  const path = route.path
    .replace(/\{\/:(\w+)\}/g, (_part, name: string) => (params[name] === undefined ? '' : `/${params[name]}`))
    .replace(/:(\w+)/g, (_part, name: string) => params[name] ?? '')
  return `/api${path}`
}

/** Values of the wrong kind for a field, each with a name for the test's message. */
export function hostileValues(schema: JsonSchema): [string, unknown][] {
  const kinds = schema.anyOf?.map((one) => one.type) ?? [schema.type]
  return [
    ['an operator', { $ne: null }],
    ['another operator', { $gt: '' }],
    ['null', null],
    ['nested lists', [[['x']]]],
    ['a list with an operator', [{ $ne: null }]],
    ['true', schema.type === 'boolean' ? 'yes' : true],
    ...(kinds.includes('string') ? textAttacks(schema) : [['a text', 'x'] as [string, unknown]]),
    ...(kinds.includes('number') ? [] : [['a number', 12.5] as [string, unknown]]),
  ]
}

function textAttacks({ enum: values }: JsonSchema): [string, unknown][] {
  return [
    ['50,000 letters', 'x'.repeat(50_000)],
    ['a null byte', 'a\u0000b'],
    ...(values ? [['another word', 'zz'] as [string, unknown]] : []),
  ]
}
