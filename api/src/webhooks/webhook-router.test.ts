import type { PaymentGateway } from '@jhatpat/shared/providers/payments/payment-gateway.ts'
import express from 'express'
import { expect, it } from 'vitest'
import { webhookRouter } from './webhook-router.ts'

it('passes the callbacks of each gateway to that gateway', async () => {
  const received: string[] = []
  const gatewayOf = (name: string) =>
    ({ readCallback: (body) => void received.push(`${name} ${body.id}`) }) as PaymentGateway
  const deps = { gatewayNames: ['first', 'second'], gatewayOf } as unknown as Parameters<
    typeof webhookRouter
  >[0]
  const app = express()
  app.set('env', 'test')
  app.use(webhookRouter(deps, (_request, _response, next) => next()))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const post = async (name: string) => {
    const headers = { 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${port}/${name}`
    return (await fetch(url, { method: 'POST', headers, body: '{"id":7}' })).status
  }
  const statuses = [await post('first'), await post('second'), await post('third')]
  await new Promise((resolve) => server.close(resolve))
  expect(received).toEqual(['first 7', 'second 7'])
  expect(statuses[2]).toBe(404)
})
