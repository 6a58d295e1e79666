import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { expect } from 'vitest'
import type { RawReply } from '../../support/person.ts'
import type { Named } from './access-rules.ts'
import { schemaOf } from './contract-samples.ts'

export type RequestErrorReply = { status: number; code: string; said: string }

export function expectRefusal(
  reply: RawReply,
  route: AnyRoute,
  { status, code, said: message }: RequestErrorReply,
): void {
  expect(reply).toMatchObject({ status, json: { code } })
  expect(reply.json[route.errorField]).toBe(message)
}

/** The call was accepted: its result is the subject of other tests. */
export function expectAccepted(route: AnyRoute, { status, json }: RawReply, who: string): void {
  expect(
    ['not_signed_in', 'session_expired', 'forbidden', 'role_not_permitted', 'invalid_request'],
    who,
  ).not.toContain(json.code)
  if (status >= 500) expect(route.errors, who).toContain(json.code)
}

/** The content of a reply, without its request id. */
export function replyContent({ status, json: { requestId: _name, ...rest } }: RawReply): unknown {
  return { status, rest }
}

export const unknownIds: Record<Named, string> = {
  user: 'f'.repeat(24),
  'own user': 'f'.repeat(24),
  session: 'f'.repeat(22),
  cursor: 'x',
  catalogue: '1',
  device: 'f'.repeat(43),
  'own order': 'JP261121ZZZZZZ',
  order: 'JP261121ZZZZZZ',
  'top-up': 'JT261121ZZZZZZ',
  payment: 'JP261121ZZZZZZ',
}

export function hasOwner(kind: Named): boolean {
  return kind !== 'catalogue' && kind !== 'cursor'
}

export function fieldsOf(route: AnyRoute): string[] {
  return [route.params, route.query, route.body].flatMap((part) =>
    Object.keys(schemaOf(part).properties ?? {}),
  )
}
