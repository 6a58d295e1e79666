import { type Notice, NoticeModel, notifyCustomer } from '@jhatpat/shared/domain/notifications/index.ts'
import { type Service, startService } from '@jhatpat/shared/testing/service-harness.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let service: Service
beforeAll(async () => {
  service = await startService()
})
beforeEach(() => service.simulators.reset('all'))
afterAll(() => service.stop())

let count = 0

function aNotice(to: Partial<Notice['to']> = {}): Notice {
  count += 1
  return {
    kind: 'order_completed',
    ref: `JP261121${String(count).padStart(6, '0')}`,
    to: { name: 'Asha', email: 'asha@example.test', mobilenumber: '9000000001', ...to },
    facts: { itemname: '86 Diamonds', account: 'RaviOP', tookMs: 47_000 },
  }
}

const notify = (notice: Notice) => notifyCustomer(service.deps, notice)
const sent = () => ({
  mail: service.simulators.journal('mail').length,
  sms: service.simulators.journal('sms').length,
})

describe('notifyCustomer', () => {
  it('sends a mail and a text message that lead to the order', async () => {
    const notice = aNotice()
    expect(await notify(notice)).toEqual({ mail: 'accepted', sms: 'accepted' })
    const link = `${service.env.PUBLIC_URL}/confirmation?client_txn_id=${notice.ref}`
    const [mail] = service.simulators.journal('mail')
    expect(mail).toMatchObject({
      to: ['asha@example.test'],
      subject: `Delivered: 86 Diamonds · ${notice.ref}`,
      text: expect.stringContaining(link),
      html: expect.stringContaining(link),
    })
    const [sms] = service.simulators.journal('sms')
    expect(sms).toMatchObject({ numbers: ['9000000001'], text: expect.stringContaining(link) })
  })

  it('sends each once, run ten times at once and again later', async () => {
    const notice = aNotice()
    await Promise.all(Array.from({ length: 10 }, () => notify(notice)))
    expect(await notify(notice)).toEqual({ mail: 'accepted', sms: 'accepted' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('sends another kind and another occasion of the same order too', async () => {
    const notice = aNotice()
    const late: Notice = {
      ...notice,
      kind: 'order_refunded',
      facts: { itemname: '86 Diamonds', amountPaise: 1, pricePaise: 1, cause: 'late', reason: '' },
    }
    await notify(notice)
    await notify(late)
    await notify({ ...late, occasion: 'second payment' })
    expect(sent()).toEqual({ mail: 3, sms: 3 })
  })

  it('does not send a text message again that may have gone out', async () => {
    await service.simulators.control('sms', { next: { outcome: 'reset_accepted' } })
    const notice = aNotice()
    expect(await notify(notice)).toEqual({ mail: 'accepted', sms: 'unknown' })
    expect(await notify(notice)).toEqual({ mail: 'accepted', sms: 'unknown' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('does not send a mail again that may have gone out', async () => {
    await service.simulators.control('mail', { next: { outcome: 'reset_accepted' } })
    const notice = aNotice()
    expect(await notify(notice)).toEqual({ mail: 'unknown', sms: 'accepted' })
    expect(await notify(notice)).toEqual({ mail: 'unknown', sms: 'accepted' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('throws for a refused mail, so that it is tried again, and does not repeat the text message', async () => {
    await service.simulators.control('mail', { next: { outcome: 'refuse' } })
    const notice = aNotice()
    await expect(notify(notice)).rejects.toThrow(notice.ref)
    expect(sent()).toEqual({ mail: 0, sms: 1 })
    expect(await notify(notice)).toEqual({ mail: 'accepted', sms: 'accepted' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('gives a mail up that was refused five times', async () => {
    await service.simulators.control('mail', { next: { outcome: 'refuse', times: 9 } })
    const notice = aNotice()
    for (let tries = 1; tries < 5; tries++) await expect(notify(notice)).rejects.toThrow('refused')
    expect(await notify(notice)).toEqual({ mail: 'refused', sms: 'accepted' })
    await service.simulators.reset('faults')
    expect((await notify(notice)).mail).toBe('refused')
    expect(sent()).toEqual({ mail: 0, sms: 1 })
  })

  it('leaves a refused text message at that', async () => {
    await service.simulators.control('sms', { next: { outcome: 'refuse' } })
    const notice = aNotice()
    expect((await notify(notice)).sms).toBe('refused')
    expect((await notify(notice)).sms).toBe('refused')
    expect(sent()).toEqual({ mail: 1, sms: 0 })
  })

  it('calls a notice unknown whose sender died during the call', async () => {
    const notice = aNotice()
    await notify(notice)
    await NoticeModel.updateMany(
      { ref: notice.ref },
      { $set: { status: 'sending', sendingSince: service.clock.now() } },
    )
    expect(await notify(notice)).toEqual({ mail: 'sending', sms: 'sending' })
    service.clock.advance(121_000)
    expect(await notify(notice)).toEqual({ mail: 'unknown', sms: 'unknown' })
    expect(sent()).toEqual({ mail: 1, sms: 1 })
  })

  it('passes over an address that the customer does not have', async () => {
    expect(await notify(aNotice({ mobilenumber: '' }))).toEqual({ mail: 'accepted', sms: 'none' })
    expect(sent()).toEqual({ mail: 1, sms: 0 })
  })
})
