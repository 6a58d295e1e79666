import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import type { Incident } from '@jhatpat/shared/contracts/incidents.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { makeIncident } from '../../admin/src/testing/incident-fixture.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

/**
 * A server's reply about an incident, for the office and the shop: a real one would be in all other
 * pictures.
 */
export function incidentScreenshots(order: string): Screenshot[] {
  return [
    incidentScreen({ name: 'off', button: 'Start incident mode…' }),
    incidentScreen({ name: 'start', button: 'Start now', query: '?off=SMILEPH' }),
    incidentScreen({ name: 'active', button: /^End and let out/, open: {} }),
    incidentScreen({ name: 'releasing', button: 'Halt', open: releasing }),
    incidentScreen({ name: 'stopped', button: /^Go on/, open: releaseStopped }),
    incidentScreen({ name: 'waits', button: 'Halt', open: { ...releasing, waits: waitingCounts } }),
    {
      ...incidentScreen({ name: 'message', button: 'Change the message…', open: releasing }),
      prepare: (page: Page) => page.getByRole('button', { name: 'Change the message…' }).click(),
    },
    {
      ...incidentScreen({ name: 'start-end', button: 'Start now', query: '?off=SMILEPH' }),
      prepare: (page: Page) => page.locator('.incident-shown').last().scrollIntoViewIfNeeded(),
    },
    incidentScreen({ name: 'ended', button: 'Start incident mode…', past: [over] }),
    shop('home', '/home'),
    shop('product', '/product/mobile-legends'),
    shop('order', `/confirmation?client_txn_id=${order}`),
    {
      ...shop('product-late', '/product/mobile-legends'),
      browser: (context: BrowserContext) => showDelay(context, 'late'),
    },
  ].flatMap((screenshot) =>
    screenshot.name.startsWith('admin')
      ? screenshot
      : [screenshot, { ...screenshot, name: `${screenshot.name}-hi`, inHindi: true }],
  )
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const nothingLeft = { held: { orders: 0, value: 0, oldestAt: null } }
const releasing: Partial<Incident> = {
  state: 'releasing',
  delivered: 61,
  inProgress: 3,
  held: { orders: 148, value: 49_706, oldestAt: ago(15) },
  log: [
    { at: ago(4), by: 'Meera', event: 'releasing', detail: '15' },
    { at: ago(15), by: 'Meera', event: 'started', detail: 'No answers for 4 minutes' },
  ],
}
const waitingCounts: Incident['waits'] = [
  { account: 'SMILEPH', reason: 'unavailable', detail: '', until: ago(-2) },
]
const releaseStopped: Partial<Incident> = {
  ...releasing,
  releaseStopped: { at: ago(1), reason: 'failing' },
  log: [{ at: ago(1), by: '', event: 'stopped', detail: 'three in a row failed' }, ...(releasing.log ?? [])],
}
const over = makeIncident({
  state: 'ended',
  startedAt: ago(40),
  endedAt: ago(3),
  delivered: 203,
  ...nothingLeft,
})

type IncidentScreen = {
  name: string
  button: string | RegExp
  query?: string
  open?: Partial<Incident>
  past?: Incident[]
}

/** The Incident page. */
export function incidentScreen({ name, button, query = '', open, past = [] }: IncidentScreen): Screenshot {
  const next = Array.from({ length: 3 }, (_, place) => ({
    orderid: `JP261121AAAA0${place}`,
    imgpath: '/art/mobile-legends.svg',
    value: 149 + 18 * place,
    itemname: ['Weekly Diamond Pass', '112 Diamonds', '1,163 Diamonds'][place] ?? '',
    customer: ['Lobsang Tamang', 'Farhan Qureshi', 'Rhea Kapoor'][place] ?? '',
    paidAt: ago(15 - place),
  }))
  const json = {
    open: open
      ? [
          {
            ...makeIncident({ startedAt: ago(15), nextUpdateAt: ago(-30), ...open }),
            held: open.held ?? { orders: 212, value: 71_204, oldestAt: ago(15) },
            next,
          },
        ]
      : [],
    past,
  }
  return {
    name: `admin-incident-${name}`,
    who: 'meera',
    path: `/admin/incident${query}`,
    folder: everyPicture,
    browser: async (context) => {
      await context.route('**/api/admin/incidents', (route) => route.fulfill({ json }))
      await context.route('**/api/admin/incidents/now', (route) => route.fulfill({ json: json.open }))
    },
    prepare: (page: Page) => page.getByRole('button', { name: button }).waitFor(),
  }
}

const shop = (name: string, path: string): Screenshot => ({
  name: `delay-${name}`,
  who: 'asha',
  path,
  folder: everyPicture,
  browser: (context) => showDelay(context, 'known'),
  prepare: (page) => page.locator('.delay').first().waitFor(),
})

/** The shop receives a delay: with its page, or only on request; and the order waits for it. */
export async function showDelay(
  context: BrowserContext,
  when: 'known' | 'late',
  more: Partial<Delay> = {},
): Promise<void> {
  const delay: Delay = {
    since: ago(15),
    isReleased: false,
    nextUpdateAt: ago(-30),
    en: 'Some recharges take longer just now. Orders wait and are not lost.',
    hi: 'कुछ रीचार्ज में अभी देर हो रही है। ऑर्डर सुरक्षित हैं और इंतज़ार में हैं।',
    products: ['mobile-legends', 'genshin-impact'],
    ...more,
  }
  const delays = [delay]
  await context.route('**/api/delays', (route) => route.fulfill({ json: delays }))
  await context.route(/\/(home|product\/[^/]+)$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '"delays":[]',
      when === 'known' ? `"delays":${JSON.stringify(delays)}` : '"none":[]',
    )
    await route.fulfill({ response, body })
  })
  // Events would give the order's real pending reason.
  await context.routeWebSocket(/socket\.io/, () => undefined)
  await context.route(/\/api\/order\/[^/]*status/i, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.order.state.waitingFor = 'on_hold'
    await route.fulfill({ response, json })
  })
}
