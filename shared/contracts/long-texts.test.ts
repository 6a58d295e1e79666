import { describe, expect, it } from 'vitest'
import { type JsonSchema, sampleOf, schemaOf } from '../../tests/services/http/contract-samples.ts'
import { callRegistry } from './call-registry.ts'

const bytes = 90_000
/** Texts on which a careless pattern backtracks. */
const hostile = {
  letters: 'a'.repeat(bytes),
  'an address of dots': `a@${'a.'.repeat(bytes / 2)}`,
  'an address without end': `a@${'.'.repeat(bytes)}@`,
  spaces: ' '.repeat(bytes),
  'a word among spaces': `${' '.repeat(bytes / 2)}a${' '.repeat(bytes / 2)}b`,
  digits: '1'.repeat(bytes),
  'digits and dots': '1.'.repeat(bytes / 2),
  dashes: 'a-'.repeat(bytes / 2),
  'a path': '/a'.repeat(bytes / 2),
  brackets: '<'.repeat(bytes),
}
/** Longest allowed block of the event loop, in ms. */
const maxBlockedMs = 50

type Path = readonly (string | number)[]

/** The text fields of a request. */
function textsIn(schema: JsonSchema, path: Path = []): Path[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => textsIn(one, path))
  if (schema.type === 'string' && !schema.enum) return [path]
  if (schema.items) return textsIn(schema.items, [...path, 0])
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => textsIn(one, [...path, name]))
}

function withText(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  copy[name] = withText(copy[name] ?? (typeof rest[0] === 'number' ? [] : {}), rest, text)
  return copy
}

const fields = callRegistry.flatMap((route) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part]
    if (!schema) return []
    const plan = schemaOf(schema)
    return textsIn(plan).map((path) => ({
      name: `${route.method} ${route.path} ${part}.${path.join('.')}`,
      schema,
      path,
      sample: sampleOf(plan),
    }))
  }),
)

/** The faster of two runs, since the machine is shared. @returns ms */
function timeOf(act: () => unknown): number {
  const took = () => {
    const from = performance.now()
    act()
    return performance.now() - from
  }
  const first = took()
  return first < maxBlockedMs ? first : Math.min(first, took())
}

describe('a text of 90 kB', () => {
  it('is tried in every text field of every call', () => {
    expect(fields.length).toBeGreaterThan(200)
  })

  it.each(Object.entries(hostile))('does not block the event loop with %s', (_what, text) => {
    const slow = fields.flatMap(({ name, schema, sample, path }) => {
      const request = withText(sample, path, text)
      const ms = timeOf(() => schema.safeParse(request))
      return ms > maxBlockedMs ? [`${name}: ${Math.round(ms)} ms`] : []
    })
    expect(slow).toEqual([])
  })
})
