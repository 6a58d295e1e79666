import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { parseRequest } from './read-input.ts'

const text = z.strictObject({ text: z.string() })
const route = { params: text, query: text, body: text } as unknown as AnyRoute

it('reads input unchanged: nothing is decoded a second time', () => {
  for (const sent of ['%41', '%2e%2e%2f', '&lt;', '\\u0041', '+']) {
    const part = { text: sent }
    expect(parseRequest(route, { params: part, query: part, body: part })).toEqual({
      params: part,
      query: part,
      body: part,
    })
  }
})
