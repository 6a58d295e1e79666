import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import { describe, expect, it } from 'vitest'
import { isAllowedWhileQuiet, refuseWhileQuiet } from './quiet-mode.ts'

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const allowed = callRegistry.filter(isAllowedWhileQuiet)

describe('a quiet shop', () => {
  it('refuses every call that creates or decides something', () => {
    const refused = callRegistry.filter((route) => !isAllowedWhileQuiet(route)).map(nameOf)
    const creating = callRegistry.filter(({ idempotent }) => idempotent).map(nameOf)
    expect(creating.length).toBeGreaterThan(20)
    expect(refused).toEqual(expect.arrayContaining(creating))
    for (const call of [
      'POST /order/checkid',
      'POST /order/:client_txn_id/trace',
      'GET /admin/updateorder/:orderId/:newStatus{/:reason}',
      'POST /admin/suppliers/:account/refresh',
      'POST /admin/querypoints',
      'POST /admin/querypoints/ph',
      'POST /auth/createaccount',
    ])
      expect(refused).toContain(call)
  })

  it('answers what signs in and what reads', () => {
    expect(allowed.map(nameOf)).toEqual(
      expect.arrayContaining([
        'POST /auth/login',
        'POST /auth/second-factor/sign-in',
        'POST /otp/otp-login',
        'POST /otp/verify-otp',
        'POST /order/orderstatus',
        'GET /delays',
        'GET /wallet/getbalance/:userid',
      ]),
    )
  })

  it('refuses with an error of its own, until it is opened', () => {
    let quiet: object | undefined = {}
    const handle = refuseWhileQuiet({ current: () => quiet as never })
    const passed: unknown[] = []
    const run = () => handle({} as never, {} as never, (error?: unknown) => void passed.push(error))
    expect(run).toThrow(expect.objectContaining({ code: 'shop_restoring', status: 503 }))
    quiet = undefined
    run()
    expect(passed).toEqual([undefined])
  })
})
