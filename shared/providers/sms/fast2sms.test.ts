// cspell:ignore monds
import { beforeEach, describe, expect, it } from 'vitest'
import { simulatorKeys } from '../../../tests/simulators/start-simulators.ts'
import { withSimulators } from '../../../tests/simulators/with-simulators.ts'
import { smsContract } from '../../../tests/support/sms-contract.ts'
import { createFast2Sms, type Fast2SmsOptions } from './fast2sms.ts'

const simulators = withSimulators()
const control = async (command: Record<string, unknown>) => {
  await simulators.current.control('sms', command)
}
const key = simulatorKeys.SMS_KEY

const senderBy = (more: Partial<Fast2SmsOptions> = {}) =>
  createFast2Sms({
    baseUrl: `${simulators.current.url}/sms`,
    key,
    timeoutMs: 2_000,
    route: 'q',
    senderId: '',
    templates: {},
    ...more,
  })

smsContract('fast2sms', {
  key,
  reset: () => control({ reset: 'all' }),
  make: ({ unreachable = false, ...more } = {}) =>
    senderBy({ ...more, ...(unreachable ? { baseUrl: simulators.refusedUrl } : {}) }),
  next: (outcome) => control({ next: { outcome } }),
  leakKey: () => control({ leakKey: true }),
  received: () =>
    simulators.current
      .journal('sms')
      .map(({ numbers, text }) => ({ mobile: String(numbers), text: String(text) })),
})

const message = { mobile: '9000000000', text: 'Jhatpat: 86 Diamonds is delivered.' }
const template = { name: 'order_completed', values: ['86 Dia|monds', 'JP261121K7Q2MDX4'] }

describe('Fast2SMS by registered templates', () => {
  beforeEach(() => control({ reset: 'all' }))
  const dlt = { route: 'dlt', senderId: 'JHATPT', templates: { order_completed: '123456' } } as const

  it('sends the template’s id and its values', async () => {
    await control({ templates: { 123456: 'Jhatpat: {#var#} is delivered. jhatpat.in/o/{#var#}' } })
    expect((await senderBy(dlt).send({ ...message, template })).kind).toBe('accepted')
    expect(simulators.current.journal('sms')).toMatchObject([
      {
        numbers: ['9000000000'],
        route: 'dlt',
        parts: 1,
        paise: 25,
        text: 'Jhatpat: 86 Dia monds is delivered. jhatpat.in/o/JP261121K7Q2MDX4',
      },
    ])
  })

  it('rejects a message without a template, and makes no call', async () => {
    const other = { ...template, name: 'order_refunded' }
    expect(senderBy(dlt).canSend('order_refunded')).toBe(false)
    expect(senderBy(dlt).canSend('constructor')).toBe(false)
    expect(senderBy(dlt).canSend('order_completed')).toBe(true)
    expect((await senderBy(dlt).send({ ...message, template: other })).kind).toBe('rejected')
    expect((await senderBy(dlt).send(message)).kind).toBe('rejected')
    expect(simulators.current.journal('sms')).toEqual([])
  })

  it('defers a message while the sender id is not accepted', async () => {
    const result = await senderBy({ ...dlt, senderId: '' }).send({ ...message, template })
    expect(result).toEqual({ kind: 'deferred', message: 'Invalid Sender ID (406)', stops: 'account' })
  })
})

describe('Fast2SMS’s errors', () => {
  beforeEach(() => control({ reset: 'all' }))

  it.each([
    [999, { account: 'unpaid' }],
    [416, { balancePaise: 499 }],
    [999, { account: 'unpaid', errorHttpStatus: false }],
  ])('defer a message on %i, under any HTTP status: %j', async (code, trouble) => {
    await control(trouble)
    const result = await senderBy().send(message)
    const reason = expect.stringContaining(`(${code})`)
    expect(result).toEqual({ kind: 'deferred', message: reason, stops: 'account' })
    expect(simulators.current.journal('sms')).toEqual([])
  })

  it('are recognised without `return`, as 996 comes', async () => {
    await control({ next: { outcome: 'refuse', code: '996' } })
    const result = await senderBy().send(message)
    expect(result).toEqual({ kind: 'deferred', message: expect.stringContaining('996'), stops: 'account' })
  })

  it.each(['402', '407', '411', '417', '426'])('finally reject a message on %s', async (code) => {
    await control({ next: { outcome: 'refuse', code } })
    expect((await senderBy().send(message)).kind).toBe('rejected')
  })
})

describe('Fast2SMS, as simulated', () => {
  beforeEach(() => control({ reset: 'all' }))
  const send = async (text: string, mobile: string) => senderBy().send({ text, mobile })

  it('counts parts and money as the provider does', async () => {
    await send('a'.repeat(160), '9000000001')
    await send('a'.repeat(161), '9000000002')
    await send('[]'.repeat(40), '9000000003')
    await send(`${'[]'.repeat(40)}a`, '9000000004')
    const seen = simulators.current.journal('sms')
    expect(seen.map((entry) => entry.parts)).toEqual([1, 2, 1, 2])
    expect(seen.map((entry) => entry.paise)).toEqual([500, 1000, 500, 1000])
    const { spentPaise } = await simulators.current.control('sms', {})
    expect(spentPaise).toBe(3000)
  })

  it('accepts a second message when the window has passed or is switched off', async () => {
    await send('one', '9000000001')
    expect((await send('two', '9000000001')).kind).toBe('deferred')
    await control({ spamWindowMs: 0 })
    expect((await send('three', '9000000001')).kind).toBe('accepted')
  })
})

describe('the account at Fast2SMS', () => {
  beforeEach(() => control({ reset: 'all' }))

  it('has a balance, less what was spent', async () => {
    await control({ balancePaise: 60_000 })
    expect(await senderBy().balance()).toEqual({ kind: 'known', paise: 60_000 })
    await senderBy().send(message)
    expect(await senderBy().balance()).toEqual({ kind: 'known', paise: 59_500 })
  })

  it('has no known balance with an unknown key or without an answer, and the key is not repeated', async () => {
    await control({ leakKey: true })
    const wrong = await senderBy({ key: 'another-key-of-mine' }).balance()
    expect(wrong).toMatchObject({
      kind: 'unknown',
      message: expect.stringContaining('Invalid Authentication'),
    })
    const away = await senderBy({ baseUrl: simulators.refusedUrl }).balance()
    expect(away.kind).toBe('unknown')
  })
})

it('sends free text in ASCII only, since other characters are rejected (417)', async () => {
  await control({ reset: 'all' })
  await senderBy().send({ mobile: '9000000000', text: 'Jhatpat: ₹79 für “Ä” – £2 Δ 🎮' })
  const [sent] = simulators.current.journal('sms')
  expect(sent?.text).toBe('Jhatpat: Rs 79 fur "A" - GBP 2  ')
})
