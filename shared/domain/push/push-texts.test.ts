import { expect, it } from 'vitest'
import type { NotificationFacts } from '../notifications/index.ts'
import { pushTexts } from './push-texts.ts'

const to = { name: 'Asha', email: 'asha@jhatpat.test', mobilenumber: '9000000001' }

it.each<[NotificationFacts['order_completed']['again'], string, string]>([
  [undefined, 'Delivered in 47 seconds', 'Three packs was delivered.'],
  ['whole', 'Delivered', 'Three packs was delivered.'],
  [{ sent: 1, total: 3 }, 'Delivered', '1 of 3 packs of Three packs was delivered.'],
  [{ sent: 2, total: 3 }, 'Delivered', '2 of 3 packs of Three packs were delivered.'],
])('describes a delivery with redelivery %j as no more than what arrived', (again, title, body) => {
  const facts = { itemname: 'Three packs', account: 'AshaOP', tookMs: 47_000, ...(again && { again }) }
  expect(pushTexts({ kind: 'order_completed', ref: 'JP1', to, facts })).toEqual({
    title,
    body,
    path: '/confirmation?client_txn_id=JP1',
    tag: 'JP1',
  })
})
