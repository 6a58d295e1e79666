import express from 'express'
import { expect, it } from 'vitest'
import { lazyComponent } from './lazy-component.ts'

/** The statuses of two concurrent requests, and of a later one. */
async function ask(load: () => Promise<express.RequestHandler>) {
  const app = express().use('/part', lazyComponent(load))
  app.set('env', 'test')
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const once = async () => (await fetch(`http://127.0.0.1:${port}/part/page`)).status
  const first = await Promise.all([once(), once()])
  const second = await once()
  await new Promise((resolve) => server.close(resolve))
  return { first, second }
}

it('loads once for concurrent requests, and passes the request on unchanged', async () => {
  let loaded = 0
  const { first, second } = await ask(async () => {
    loaded++
    return express.Router().get('/page', (_request, response) => void response.sendStatus(204))
  })
  expect(first).toEqual([204, 204])
  expect(second).toBe(204)
  expect(loaded).toBe(1)
})

it('retries for the next request when loading failed', async () => {
  let isBroken = true
  const { first, second } = await ask(async () => {
    const wasBroken = isBroken
    await new Promise((resolve) => setTimeout(resolve, 50))
    isBroken = false
    if (wasBroken) throw new Error('not now')
    return (_request, response) => void response.sendStatus(204)
  })
  expect(first).toEqual([500, 500])
  expect(second).toBe(204)
})
