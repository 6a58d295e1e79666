import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service | undefined
afterEach(() => service?.stop())

describe('GET /support', () => {
  it.each([
    ['whom the shop names', 'help@jhatpat.in', 'help@jhatpat.in'],
    ['nobody where the example’s address stands', 'support@jhatpat.test', null],
  ])('tells anyone %s', async (_what, SUPPORT_CONTACT, contact) => {
    service = await startService({ env: { SUPPORT_CONTACT } })
    expect(await service.nobody.call(supportContact)).toEqual({ contact, answerHours: 24 })
  })
})
