import * as z from 'zod'

/** How callbacks to the shop behave. */
export const WebhookSettings = z.strictObject({
  /** Never sent. */
  lost: z.boolean(),
  /** Number of times each is sent, all at once. */
  copies: z.number().int().min(1).max(500),
  /** Delay before the first attempt. */
  lateMs: z.number().int().min(0),
  /** Sent, and answered, before the call that caused it is answered. */
  beforeReply: z.boolean(),
  /** Delay between two attempts of one callback. */
  retryMs: z.number().int().min(1),
})
export type WebhookSettings = z.output<typeof WebhookSettings>

export type Delivery = { at: string; about: string; attempt: number; answer: string }

export type WebhookSender = {
  /** Resolves when the first attempt of every copy has been answered. */
  send(about: string, body: string): Promise<void>
  readonly deliveries: readonly Delivery[]
  stop(): void
}

export type WebhookOptions = {
  /** The shop's address; empty while it is not running. */
  target: () => string
  contentType: string
  settings: () => WebhookSettings
  maxTries: number
  /** Whether the shop's answer ends the retries. */
  isAccepted: (httpStatus: number, text: string) => boolean
}

/** Posts callbacks to the shop and repeats each until it is accepted, as the vendor would. */
export function createWebhookSender(options: WebhookOptions): WebhookSender {
  const deliveries: Delivery[] = []
  const timers = new Set<NodeJS.Timeout>()
  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
  }

  async function attempt(about: string, body: string, number: number): Promise<void> {
    const answer = await post(options, body)
    deliveries.push({ at: new Date().toISOString(), about, attempt: number, answer: answer.outcome })
    if (deliveries.length > 200) deliveries.shift()
    if (answer.accepted || number >= options.maxTries) return
    later(options.settings().retryMs, () => void attempt(about, body, number + 1))
  }

  return {
    deliveries,
    async send(about, body) {
      const { lost, copies, lateMs } = options.settings()
      if (lost || options.target() === '') return
      if (lateMs > 0) await new Promise<void>((done) => later(lateMs, done))
      await Promise.all(Array.from({ length: copies }, () => attempt(about, body, 1)))
    },
    stop() {
      timers.forEach(clearTimeout)
      timers.clear()
    },
  }
}

async function post(options: WebhookOptions, body: string): Promise<{ accepted: boolean; outcome: string }> {
  try {
    const response = await fetch(options.target(), {
      method: 'POST',
      headers: { 'content-type': options.contentType },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    const text = await response.text()
    return {
      accepted: options.isAccepted(response.status, text),
      outcome: `HTTP ${response.status} ${text.slice(0, 80)}`,
    }
  } catch (error) {
    return { accepted: false, outcome: error instanceof Error ? error.message : String(error) }
  }
}
