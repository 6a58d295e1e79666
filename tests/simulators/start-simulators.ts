import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { everyVendor, type VendorKey, type VendorName } from '@jhatpat/shared/providers/vendors.ts'
import express from 'express'
import { type Control, controlRouter, createControl } from './control/control-router.ts'
import { inboxPage } from './inbox/inbox-page.ts'
import { createMailSimulator } from './inbox/mail-simulator.ts'
import { createSmsSimulator } from './inbox/sms-simulator.ts'
import { createMooGoldSimulator } from './moogold/moogold-simulator.ts'
import { createPushSimulator } from './push/push-simulator.ts'
import { createSignInSimulator } from './signin/signin-simulator.ts'
import { createSmileOneSimulator } from './smileone/smileone-simulator.ts'
import { createUpiGatewaySimulator } from './upigateway/upigateway-simulator.ts'
import type { JournalEntry } from './wire/journal.ts'
import type { SimulatedVendor } from './wire/simulated-vendor.ts'

/** The keys that they accept; an address that contains a login is known only once they run. */
export type SimulatorKeys = Record<Exclude<VendorKey, VendorKey<'address'>>, string>

export type SimulatorOptions = {
  /** 0 for any free port. */
  port: number
  smtpPort?: number
  host?: string
  /** The folder of the journals. */
  dataDir: string
  /** The origin of the shop for callbacks. Empty: none are sent until `setAppUrl`. */
  appUrl: string
  /**
   * The address of the payment page and the sign-in for browsers; by default the shop server's, and
   * `localhost`.
   */
  publicUrl?: string
  keys: SimulatorKeys
  /**
   * The clock for the gateway's dates and the spam window of text messages, where a test moves the shop's
   * time.
   */
  now?: () => Date
}

/** Browsers have their own push service, which is not a vendor of ours. */
type Simulated = VendorName | 'push'

export type Simulators = {
  url: string
  port: number
  smtpUrl: string
  /** The environment that makes the shop use these simulators. */
  env: Record<string, string>
  /** The same as POST /control/:vendor; returns the vendor's state. */
  control(vendor: Simulated, command: Record<string, unknown>): Promise<Record<string, unknown>>
  journal(vendor: Simulated): readonly JournalEntry[]
  /** The same as POST /control with `reset`. */
  reset(what: 'faults' | 'all'): Promise<void>
  setAppUrl(url: string): void
  stop(): Promise<void>
}

/** Keys that open the simulators and nothing else. */
export const simulatorKeys: SimulatorKeys = {
  UPIGATEWAY_KEY: '00000000-0000-4000-8000-000000000001',
  SMILE_UID: '1000001',
  SMILE_EMAIL: 'merchant@example.test',
  SMILE_KEY: 'simulated-smile-key',
  MOOGOLD_PARTNER_ID: 'simulated-partner',
  MOOGOLD_SECRET: 'simulated-moogold-secret',
  SMS_KEY: 'simulated-sms-key',
  OIDC_CLIENT_ID: 'simulated-shop',
}

/** What the shop has to know of the codes that the simulators invent. */
export const simulatorCodes: Record<string, string> = Object.assign(
  {},
  ...everyVendor.map(({ simulator }) => simulator.settings),
)

/** Starts every simulator behind one HTTP port and one SMTP port. */
export async function startSimulators(options: SimulatorOptions): Promise<Simulators> {
  const host = options.host ?? '127.0.0.1'
  let appUrl = options.appUrl
  const setAppUrl = (url: string) => {
    appUrl = url.replace(/\/$/, '')
  }
  let port = options.port
  const byName = await openVendors({ ...options, host }, { appUrl: () => appUrl, port: () => port })
  const { mail, sms } = byName
  const push = await createPushSimulator({ file: path.join(options.dataDir, 'push.jsonl') })
  const vendors: SimulatedVendor[] = [...Object.values(byName), push]
  const control = createControl(vendors, setAppUrl)

  const app = express().disable('x-powered-by')
  for (const { name, router } of vendors) app.use(`/${name}`, router)
  app.use('/inbox', inboxPage(mail, sms))
  app.use('/control', controlRouter(vendors, control))
  app.get('/', (_request, response) => response.redirect('/control'))
  const server = await listen(createServer(app), options.port, host)
  port = (server.address() as AddressInfo).port
  const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`

  return {
    url,
    port,
    smtpUrl: mail.smtpUrl,
    env: shopEnvironment({ url, port, smtpUrl: mail.smtpUrl }, options.keys),
    ...handles(control),
    setAppUrl,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await Promise.all(vendors.map((vendor) => vendor.close()))
    },
  }
}

async function openVendors(
  options: SimulatorOptions & { host: string },
  { appUrl, port }: { appUrl: () => string; port: () => number },
) {
  const { dataDir, keys, host } = options
  const now = options.now ?? (() => new Date())
  const file = (name: string) => path.join(dataDir, `${name}.jsonl`)
  return {
    upigateway: await createUpiGatewaySimulator({
      file: file('upigateway'),
      key: keys.UPIGATEWAY_KEY,
      appUrl,
      publicUrl: options.publicUrl,
      now,
    }),
    smileone: await createSmileOneSimulator({
      file: file('smileone'),
      uid: keys.SMILE_UID,
      email: keys.SMILE_EMAIL,
      key: keys.SMILE_KEY,
    }),
    moogold: await createMooGoldSimulator({
      file: file('moogold'),
      partnerId: keys.MOOGOLD_PARTNER_ID,
      secret: keys.MOOGOLD_SECRET,
      appUrl,
    }),
    sms: await createSmsSimulator({
      file: file('sms'),
      key: keys.SMS_KEY,
      now,
    }),
    signin: await createSignInSimulator({
      file: file('signin'),
      clientId: keys.OIDC_CLIENT_ID,
      issuer: () => `${options.publicUrl ?? forBrowsers(port())}/signin/`,
      now,
    }),
    mail: await createMailSimulator({ file: file('mail'), host, port: options.smtpPort ?? 0 }),
  } satisfies Record<VendorName, SimulatedVendor>
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => done(server))
  })
}

const handles = (control: Control) => ({
  control: (vendor: Simulated, command: Record<string, unknown>) => control.runCommand(vendor, command),
  journal: (vendor: Simulated) => control.find(vendor).journal(),
  reset: (what: 'faults' | 'all') => control.resetAll(what),
})

/** Addresses that browsers also open have the shop's host name, so that cookies see one site. */
const forBrowsers = (port: number) => `http://localhost:${port}`

type Addresses = { url: string; port: number; smtpUrl: string }

const shopEnvironment = ({ url, port, smtpUrl }: Addresses, keys: SimulatorKeys): Record<string, string> => ({
  ...keys,
  ...simulatorCodes,
  PUSH_EXTRA_ORIGIN: url,
  ...Object.fromEntries(
    everyVendor.map(({ name, kind, address, simulator }) => {
      if (simulator.protocol === 'smtp') return [address, smtpUrl]
      return [address, `${kind === 'sign_in' ? forBrowsers(port) : url}/${name}`]
    }),
  ),
})
