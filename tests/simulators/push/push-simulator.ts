import { createECDH, randomBytes } from 'node:crypto'
import express, { type Request, type Response, Router } from 'express'
import * as z from 'zod'
import { answerWithFault, createFaultPlan, type Fault, Faults, type VendorAnswer } from '../wire/faults.ts'
import { openJournal } from '../wire/journal.ts'
import { escapeHtml } from '../wire/page.ts'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { type BrowserKeys, openMessage, signerOf } from './open-message.ts'

const PushCommand = z.strictObject({
  next: Faults.optional(),
  /** Ends the browser's subscription. */
  end: z.string().optional(),
  reset: z.enum(['faults', 'all']).optional(),
})

type Browser = BrowserKeys & { shopKey: string; ended: boolean }

/**
 * A simulator of a browser and its push service: it creates subscriptions, and decrypts what is sent to
 * them with their keys. Not a vendor of the shop: each browser has its own push service.
 */
export async function createPushSimulator({ file }: { file: string }): Promise<SimulatedVendor> {
  const browsers = new Map<string, Browser>()
  const journal = await openJournal(file, (entry) => {
    const id = String(entry.id)
    if (entry.kind === 'subscribed') browsers.set(id, { ...(entry as unknown as Browser), ended: false })
    const browser = browsers.get(id)
    if (entry.kind === 'ended' && browser) browser.ended = true
  })
  const plan = createFaultPlan('send')

  /** Like `PushManager.subscribe`, with the shop's public key. */
  async function subscribe(origin: string, shopKey: string) {
    const ecdh = createECDH('prime256v1')
    const p256dh = ecdh.generateKeys('base64url')
    const id = randomBytes(12).toString('base64url')
    const auth = randomBytes(16).toString('base64url')
    await journal.append('subscribed', { id, auth, shopKey, privateKey: ecdh.getPrivateKey('base64url') })
    return { endpoint: `${origin}/push/send/${id}`, p256dh, auth }
  }

  async function take(request: Request, fault: Fault | undefined): Promise<VendorAnswer> {
    const id = String(request.params.id)
    const browser = browsers.get(id)
    if (fault?.outcome === 'refuse') return { httpStatus: Number(fault.code ?? 410), body: {} }
    if (!browser || browser.ended) return { httpStatus: 410, body: {} }
    const signer = signerOf(String(request.headers.authorization), baseUrlOf(request))
    if (signer !== browser.shopKey) return { httpStatus: 403, body: {} }
    const message = JSON.parse(openMessage(await bytesOf(request), browser)) as Record<string, unknown>
    const { ttl, urgency, topic } = request.headers
    await journal.append('push', { id, ...message, ttl: Number(ttl), urgency, topic })
    return { httpStatus: 201, body: {} }
  }

  const router = Router()
  router.post('/subscriptions', express.json(), async (request: Request, response: Response) => {
    response.status(201).json(await subscribe(baseUrlOf(request), String(request.body.shopKey)))
  })
  router.post('/send/:id', async (request: Request, response: Response) => {
    const fault = plan.take('send', { id: String(request.params.id) })
    const act = () => take(request, fault)
    await answerWithFault({ response, fault, delays: { delayMs: 0, replyDelayMs: 0 }, act })
  })

  const pushes = () => journal.entries.filter(({ kind }) => kind === 'push')
  return {
    name: 'push',
    title: 'a browser’s push service',
    router,
    async command(body) {
      const { next, end, reset } = PushCommand.parse(body)
      if (reset) plan.clear()
      if (reset === 'all') {
        await journal.clear()
        browsers.clear()
      }
      if (end) await journal.append('ended', { id: end })
      if (next) plan.add(next)
    },
    state: () => ({ next: plan.list(), pushes: pushes().slice(-50) }),
    journal: pushes,
    deliveries: () => [],
    triggers: [],
    buttons: [
      { label: 'Next push: the browser is gone (410)', command: { next: { outcome: 'refuse' } } },
      { label: 'Next push: later (503)', command: { next: { outcome: 'refuse', code: '503' } } },
    ],
    orders: () => ({
      heads: ['When', 'Title', 'Text', 'Opens'],
      rows: pushes()
        .slice(-50)
        .reverse()
        .map(({ at, title, body, path }) => [at, title, body, path].map(escapeHtml)),
    }),
    close: () => journal.close(),
  }
}

/** Unchanged: decoding is the browser's task. */
async function bytesOf(request: Request): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const baseUrlOf = (request: Request) => `http://${request.headers.host}`
