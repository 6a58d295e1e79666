import { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service | undefined
afterEach(() => service?.stop())

describe('GET /support', () => {
  it.each([
    ['the shop’s contact', 'help@jhatpat.in', 'help@jhatpat.in'],
    ['no contact while the example’s address is set', 'support@jhatpat.test', null],
  ])('shows any caller %s', async (_what, SUPPORT_CONTACT, contact) => {
    service = await startService({ env: { SUPPORT_CONTACT } })
    expect(await service.guest.call(supportContact)).toEqual({
      contact,
      mail: 'orders@jhatpat.test',
      phone: null,
      chat: null,
      social: [],
      seller: null,
      grievance: null,
      answerHours: 24,
    })
  })

  it('shows the address that mails come from while no contact is set', async () => {
    service = await startService({
      env: { SUPPORT_CONTACT: 'support@jhatpat.test', MAIL_FROM: 'Jhatpat <orders@jhatpat.in>' },
    })
    expect(await service.guest.call(supportContact)).toMatchObject({
      contact: 'orders@jhatpat.in',
      mail: 'orders@jhatpat.in',
    })
  })

  it('CONST-02 shows a phone number and a chat handle, and the shop’s operator, where they are set', async () => {
    service = await startService({
      env: {
        SUPPORT_CONTACT: 'help@jhatpat.in',
        SUPPORT_PHONE: '919812345678',
        SUPPORT_CHAT_URL: 'https://t.me/jhatpat',
        SELLER_NAME: 'Jhatpat Private Limited, 1 MG Road, Bengaluru',
        GRIEVANCE_OFFICER: 'Meera Iyer',
        SOCIAL_TELEGRAM: 'https://t.me/jhatpat',
        SOCIAL_YOUTUBE: 'https://example.com/jhatpat',
      },
    })
    expect(await service.guest.call(supportContact)).toEqual({
      contact: 'help@jhatpat.in',
      mail: 'orders@jhatpat.test',
      phone: '919812345678',
      chat: 'https://t.me/jhatpat',
      seller: 'Jhatpat Private Limited, 1 MG Road, Bengaluru',
      grievance: { name: 'Meera Iyer', contact: 'help@jhatpat.in' },
      // An example's address is no page of the shop's.
      social: [{ name: 'Telegram', href: 'https://t.me/jhatpat' }],
      answerHours: 24,
    })
  })

  it('CONST-02 shows a demo’s addresses, which do not exist, while providers are simulated', async () => {
    service = await startService({
      env: {
        SIMULATED_PROVIDERS: 'true',
        SUPPORT_CONTACT: 'support@example.com',
        SUPPORT_CHAT_URL: 'https://example.com/chat',
        SOCIAL_INSTAGRAM: 'https://example.com/instagram',
      },
    })
    expect(await service.guest.call(supportContact)).toMatchObject({
      contact: 'support@example.com',
      chat: 'https://example.com/chat',
      social: [{ name: 'Instagram', href: 'https://example.com/instagram' }],
    })
  })
})
