import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { envSchema } from '@jhatpat/shared/platform/env.ts'
import { createPaymentGateways } from '@jhatpat/shared/providers/payments/registry.ts'
import { createSuppliers } from '@jhatpat/shared/providers/suppliers/registry.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Simulators, simulatorKeys, startSimulators } from './start-simulators.ts'

describe('simulators restarted on their journals', () => {
  let simulators: Simulators
  let dataDir = ''
  const start = async () => {
    simulators = await startSimulators({ port: 0, dataDir, appUrl: '', keys: simulatorKeys })
    const env = envSchema.parse({
      ...simulators.env,
      MONGODB_URI: 'mongodb://127.0.0.1/none',
      REDIS_URL: 'redis://127.0.0.1',
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    const suppliers = createSuppliers(env)
    return { gateway: createPaymentGateways(env).gatewayOf('upigateway')!, ...suppliers.byName }
  }
  const restart = async () => {
    await simulators.stop()
    return start()
  }
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'simulators-'))
  })
  afterEach(() => simulators.stop())

  it('restore the deliveries and balance of Smile.one', async () => {
    const { SMILEBR } = await start()
    const account = { userid: '12345678', zoneid: '2001' }
    const order = { unitRef: 'U-1', productSlug: 'mobilelegends', supplierItemId: '13', account }
    const outcome = await SMILEBR.purchaseUnit(order)
    const again = await restart()
    expect(await again.SMILEBR.queryBalance()).toMatchObject({ balance: '605688.5' })
    const { supplierOrderId } = outcome as { supplierOrderId: string }
    expect(simulators.journal('smileone')).toMatchObject([
      { kind: 'delivery', order_id: supplierOrderId, ...account },
    ])
  })

  it('restore the orders, statuses and balance of MooGold', async () => {
    const { MOOGOLD } = await start()
    const order = {
      unitRef: 'U-1',
      productSlug: '',
      supplierItemId: '5177312',
      account: { 'Player ID': '12345678' },
    }
    await MOOGOLD.purchaseUnit(order)
    const reference = { unitRef: 'U-1', supplierOrderId: undefined }
    await MOOGOLD.lookupPurchase(reference)
    await MOOGOLD.lookupPurchase(reference)
    const again = await restart()
    expect(await again.MOOGOLD.lookupPurchase(reference)).toMatchObject({ kind: 'delivered' })
    expect((await again.MOOGOLD.purchaseUnit(order)).kind).toBe('unknown')
    expect(await again.MOOGOLD.queryBalance()).toMatchObject({ balance: '831.26' })
    expect(simulators.journal('moogold').map(({ kind }) => kind)).toEqual(['order', 'delivery'])
  })

  it('restore the payments of UPIGateway', async () => {
    const { gateway } = await start()
    const customer = { name: 'A', email: 'a@example.test', mobile: '9000000000' }
    const request = {
      clientTxnId: 'T-1',
      amountPaise: 49_900,
      description: 'x',
      customer,
      redirectUrl: 'http://shop/',
    }
    const createdAt = new Date()
    await gateway.createPayment(request)
    await simulators.control('upigateway', { pay: { client_txn_id: 'T-1' } })
    const before = await gateway.checkPayment({ clientTxnId: 'T-1', createdAt })
    const again = await restart()
    expect(before.kind).toBe('paid')
    expect(await again.gateway.checkPayment({ clientTxnId: 'T-1', createdAt })).toEqual(before)
    expect((await again.gateway.createPayment(request)).kind).toBe('unknown')
  })

  it('forget everything on a reset', async () => {
    const { SMILEPH } = await start()
    const account = { userid: '12345678', zoneid: '2001' }
    await SMILEPH.purchaseUnit({
      unitRef: 'U-1',
      productSlug: 'mobilelegends',
      supplierItemId: '212',
      account,
    })
    await simulators.reset('all')
    await restart()
    expect(simulators.journal('smileone')).toEqual([])
  })
})
