import express, { type NextFunction, type Request, type Response, Router } from 'express'
import * as z from 'zod'
import type { SimulatedVendor } from '../wire/simulated-vendor.ts'
import { indexPage, vendorPage } from './control-page.ts'

export type Control = {
  /**
   * Runs one command of a vendor and returns its state.
   * @throws for an unknown command
   */
  runCommand(vendor: string, body: unknown): Promise<Record<string, unknown>>
  find(vendor: string): SimulatedVendor
  setAppUrl(url: string): void
  resetAll(what: 'faults' | 'all'): Promise<void>
}

const GeneralCommand = z.strictObject({
  appUrl: z.string().optional(),
  reset: z.enum(['faults', 'all']).optional(),
})

/** The control pages and calls of all simulators. */
export function controlRouter(vendors: readonly SimulatedVendor[], control: Control): Router {
  const router = Router().use(express.json({ limit: '1mb' }))
  router.get('/', (_request: Request, response: Response) => {
    response.type('html').send(indexPage(vendors))
  })
  router.post('/', async (request: Request, response: Response) => {
    const { appUrl, reset } = GeneralCommand.parse(request.body)
    if (appUrl !== undefined) control.setAppUrl(appUrl)
    if (reset) await control.resetAll(reset)
    response.json({ ok: true })
  })
  router.get('/:vendor', (request: Request, response: Response) => {
    response.type('html').send(vendorPage(control.find(String(request.params.vendor))))
  })
  router.get('/:vendor/state', (request: Request, response: Response) => {
    response.json(control.find(String(request.params.vendor)).state())
  })
  router.get('/:vendor/journal', (request: Request, response: Response) => {
    const after = Number(request.query.after ?? 0)
    const entries = control.find(String(request.params.vendor)).journal()
    response.json(entries.filter(({ seq }) => seq > after))
  })
  router.get('/:vendor/webhooks', (request: Request, response: Response) => {
    response.json(control.find(String(request.params.vendor)).deliveries())
  })
  router.post('/:vendor', async (request: Request, response: Response) => {
    response.json({ ok: true, state: await control.runCommand(String(request.params.vendor), request.body) })
  })
  router.use(sendError)
  return router
}

export function createControl(
  vendors: readonly SimulatedVendor[],
  setAppUrl: (url: string) => void,
): Control {
  const find = (name: string) => {
    const vendor = vendors.find((each) => each.name === name)
    if (!vendor)
      throw new RangeError(`No simulator ${name}; there are ${vendors.map((each) => each.name).join(', ')}.`)
    return vendor
  }
  return {
    find,
    setAppUrl,
    async runCommand(name, body) {
      const vendor = find(name)
      await vendor.command(body)
      return vendor.state()
    },
    async resetAll(what) {
      for (const vendor of vendors) await vendor.command({ reset: what })
    },
  }
}

// biome-ignore lint/complexity/useMaxParams: Express knows an error handler by its four parameters.
function sendError(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  if (error instanceof z.ZodError)
    return void response.status(400).json({ ok: false, error: z.prettifyError(error) })
  if (error instanceof RangeError) return void response.status(404).json({ ok: false, error: error.message })
  response.status(500).json({ ok: false, error: String(error) })
}
