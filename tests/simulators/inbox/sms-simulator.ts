import { type Request, type Response, Router } from 'express'
import {
  answerWithFault,
  createFaultPlan,
  type Fault,
  type Fields,
  type VendorAnswer,
} from '../wire/faults.ts'
import { openJournal } from '../wire/journal.ts'
import { escapeHtml } from '../wire/page.ts'
import { rawBody, readFields } from '../wire/read-fields.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { MessageCommand } from './message-settings.ts'

const usual = { delayMs: 0, replyDelayMs: 0, leakKey: false }

/** A stand-in for Fast2SMS; what it accepts is in its journal and in the inbox. */
export async function createSmsSimulator(options: { file: string; key: string }): Promise<SimulatedVendor> {
  const journal = await openJournal(options.file, () => {})
  const plan = createFaultPlan('bulkV2')
  let settings = { ...usual }

  async function send(fields: Fields, authorization: string | undefined, fault: Fault | undefined) {
    if (authorization !== options.key) return no(412, 'Invalid Authentication, Check Authorization Key')
    const numbers = (fields.numbers ?? '').split(',')
    if (fault?.outcome === 'refuse') return no(400, fault.message ?? 'Spamming detected')
    if (!numbers.every((number) => /^\d{10}$/.test(number))) return no(411, 'Invalid Numbers')
    const text = fields.route === 'otp' ? `Your OTP: ${fields.variables_values}` : (fields.message ?? '')
    if (text === '') return no(402, 'Message Can Not Be Empty')
    const { seq } = await journal.append('sms', { numbers, text })
    const id = fault?.outcome === 'no_id' ? {} : { request_id: `sms${seq}` }
    return { httpStatus: 200, body: { return: true, ...id, message: ['SMS sent successfully.'] } }
  }

  function no(status_code: number, message: string): VendorAnswer {
    const told = settings.leakKey ? `${message} (${options.key})` : message
    return { httpStatus: 200, body: { return: false, status_code, message: told } }
  }

  const router = Router()
  router.post('/dev/bulkV2', rawBody, async (request: Request, response: Response) => {
    const fields = await readFields(request)
    const fault = plan.take('bulkV2', fields)
    const act = () => send(fields, request.headers.authorization, fault)
    await answerWithFault({ response, fault, delays: settings, act })
  })

  return {
    name: 'sms',
    title: 'Fast2SMS',
    router,
    async command(body) {
      const { next, reset, delayMs, leakKey } = MessageCommand.parse(body)
      if (reset) {
        settings = { ...usual }
        plan.clear()
      }
      if (reset === 'all') await journal.clear()
      settings = { ...settings, delayMs: delayMs ?? settings.delayMs, leakKey: leakKey ?? settings.leakKey }
      if (next) plan.add(next)
    },
    state: () => ({ settings, next: plan.list(), messages: journal.entries.slice(-50) }),
    journal: () => journal.entries,
    deliveries: () => [],
    triggers: [['Any number', 'gets its message in the inbox']],
    buttons: messageButtons,
    orders: () => ({
      heads: ['When', 'To', 'Text'],
      rows: journal.entries
        .slice(-50)
        .reverse()
        .map((entry) => [entry.at, entry.numbers, entry.text].map(escapeHtml)),
    }),
    close: () => journal.close(),
  }
}

export const messageButtons = [
  { label: 'Next message: refused', command: { next: { outcome: 'refuse' } } },
  { label: 'Next message: sent, but time-out', command: { next: { outcome: 'timeout_accepted' } } },
  { label: 'Next message: lost, time-out', command: { next: { outcome: 'timeout_lost' } } },
  { label: 'Next message: reset', command: { next: { outcome: 'reset' } } },
  { label: 'Every message 2 s late', command: { delayMs: 2000 } },
]
