import { type Request, type Response, Router } from 'express'
import { definedOnly } from '../wire/defined-only.ts'
import {
  answerWithFault,
  createFaultPlan,
  type Fault,
  type Fields,
  type VendorAnswer,
} from '../wire/faults.ts'
import { type JournalEntry, openJournal } from '../wire/journal.ts'
import { escapeHtml } from '../wire/page.ts'
import { rawBody, readFields } from '../wire/read-fields.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { defaultSms, SmsCommand } from './message-settings.ts'
import { decideSms, type SentBefore, smsErrors } from './sms-rules.ts'

type SmsOptions = { file: string; key: string; now: () => Date }

/**
 * A simulator of Fast2SMS; accepted messages are in its journal, with their parts and price, and in the
 * inbox.
 */
export async function createSmsSimulator(options: SmsOptions): Promise<SimulatedVendor> {
  const journal = await openJournal(options.file, () => {})
  const plan = createFaultPlan('bulkV2')
  let settings = { ...defaultSms }
  const spentPaise = () => journal.entries.reduce((sum, entry) => sum + numberOf(entry.paise), 0)

  async function send(fields: Fields, authorization: string | undefined, fault: Fault | undefined) {
    if (authorization !== options.key) return no(412)
    if (fault?.outcome === 'refuse') return no(Number(fault.code ?? 411), fault.message)
    const now = options.now().getTime()
    const state = { settings, spentPaise: spentPaise(), before: journal.entries.map(sentBefore), now }
    const decision = decideSms(fields, state)
    if (decision.kind === 'no') return no(decision.code)
    const { numbers, text, parts, paise } = decision
    const facts = { numbers, text, route: fields.route, parts, paise, sentAt: now }
    const { seq } = await journal.append('sms', facts)
    const id = fault?.outcome === 'no_id' ? {} : { request_id: `sms${seq}` }
    return { httpStatus: 200, body: { return: true, ...id, message: ['SMS sent successfully.'] } }
  }

  function no(status_code: number, said?: string): VendorAnswer {
    const message = said ?? smsErrors[status_code] ?? 'Something went wrong'
    const errorText = settings.leakKey ? `${message} (${options.key})` : message
    const isKey = status_code === 412 || status_code === 413
    const httpStatus = !settings.errorHttpStatus ? 200 : isKey ? 401 : 400
    // Observed: 996 comes without `return`.
    return {
      httpStatus,
      body: { ...(status_code === 996 ? {} : { return: false }), status_code, message: errorText },
    }
  }

  const router = Router()
  router.post('/dev/bulkV2', rawBody, async (request: Request, response: Response) => {
    const fields = await readFields(request)
    const fault = plan.take('bulkV2', fields)
    const act = () => send(fields, request.headers.authorization, fault)
    await answerWithFault({ response, fault, delays: settings, act })
  })

  router.post('/dev/wallet', rawBody, async (request: Request, response: Response) => {
    const fields = await readFields(request)
    const fault = plan.take('wallet', fields)
    const left = (settings.balancePaise - spentPaise()) / 100
    const answer: VendorAnswer =
      request.headers.authorization === options.key
        ? { httpStatus: 200, body: { return: true, wallet: left.toFixed(2) } }
        : no(412)
    await answerWithFault({ response, fault, delays: settings, act: async () => answer })
  })

  return {
    name: 'sms',
    title: 'Fast2SMS',
    router,
    async command(body) {
      const { next, reset, ...change } = SmsCommand.parse(body)
      if (reset) {
        settings = { ...defaultSms }
        plan.clear()
      }
      if (reset === 'all') await journal.clear()
      settings = { ...settings, ...definedOnly(change) }
      if (next) plan.add(next)
    },
    state: () => ({
      settings,
      spentPaise: spentPaise(),
      next: plan.list(),
      messages: journal.entries.slice(-50),
    }),
    journal: () => journal.entries,
    deliveries: () => [],
    triggers: [
      ['Any number', 'gets its message in the inbox; a second one within five minutes is refused (995)'],
    ],
    buttons: smsButtons,
    orders: () => ({
      heads: ['When', 'To', 'Text', 'Route', 'Parts', '₹'],
      rows: journal.entries.slice(-50).reverse().map(row),
    }),
    close: () => journal.close(),
  }
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

const sentBefore = (entry: JournalEntry): SentBefore => ({
  sentAt: numberOf(entry.sentAt),
  numbers: Array.isArray(entry.numbers) ? entry.numbers.map(String) : [],
})

const row = (entry: JournalEntry) =>
  [entry.at, entry.numbers, entry.text, entry.route, entry.parts, numberOf(entry.paise) / 100].map(escapeHtml)

export const messageButtons = [
  { label: 'Next message: refused', command: { next: { outcome: 'refuse' } } },
  { label: 'Next message: sent, but time-out', command: { next: { outcome: 'timeout_accepted' } } },
  { label: 'Next message: lost, time-out', command: { next: { outcome: 'timeout_lost' } } },
  { label: 'Next message: reset', command: { next: { outcome: 'reset' } } },
  { label: 'Every message 2 s late', command: { delayMs: 2000 } },
]

const smsButtons = [
  ...messageButtons,
  { label: 'Next message: too soon (995)', command: { next: { outcome: 'refuse', code: '995' } } },
  { label: 'Never too soon', command: { spamWindowMs: 0 } },
  { label: 'First payment missing (999)', command: { account: 'unpaid' } },
  { label: 'Papers missing (996 for codes)', command: { account: 'unverified' } },
  { label: 'Wallet empty (416)', command: { balancePaise: 0 } },
  { label: 'Errors under HTTP 200', command: { errorHttpStatus: false } },
]
