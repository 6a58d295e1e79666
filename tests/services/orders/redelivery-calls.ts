import { randomUUID } from 'node:crypto'
import * as redeliveries from '@jhatpat/shared/contracts/redeliveries.ts'
import type { Person } from '../../support/person.ts'

export const againText = 'The supplier found nothing. We send it again.'
export type RedeliveryMore = { key?: string; units?: string[]; readCount?: number }

export const redeliverAs = (
  who: Person,
  id: string,
  { key = randomUUID(), readCount = 0, ...more }: RedeliveryMore = {},
) =>
  who.call(redeliveries.redeliverOrder, {
    params: { id },
    body: { text: againText, readCount, ...more },
    idempotencyKey: key,
  })

export const giveUpAs = (who: Person, id: string, readCount: number) =>
  who.call(redeliveries.giveUpRedelivery, {
    params: { id },
    body: { text: againText, readCount },
    idempotencyKey: randomUUID(),
  })
