import { expect, it, onTestFinished } from 'vitest'
import { createChecks } from '../shop-checks/checks.ts'
import { clients } from './engine.ts'
import { interruptOnSignal, runUninterrupted } from './interruption.ts'

const sh = { docker: ['sh', '-c'], compose: ['sh', '-c'] }

it('ends what runs on a signal, starts nothing else, and still takes the shop down', async () => {
  const { docker, compose } = clients([], sh)
  const checks = createChecks()
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const others = names.map((name) => process.listeners(name))
  interruptOnSignal()
  onTestFinished(() => {
    for (const [index, name] of names.entries())
      for (const listener of process.listeners(name))
        if (!others[index]?.includes(listener)) process.off(name, listener)
  })
  const running = [docker(['sleep 60']), runUninterrupted('sleep', ['60'])]
  const before = process.exitCode
  process.emit('SIGTERM')
  expect(process.exitCode).toBe(1)
  process.exitCode = before
  for (const { code } of await Promise.all(running)) expect(code).toBe(130)
  expect(await compose(['echo up'])).toEqual({ code: 130, output: 'interrupted' })
  expect(await compose(['echo down'], { isCleanUp: true })).toEqual({ code: 0, output: 'down' })
  let hasRun = false
  const isPassed = await checks.check('a check', async () => {
    hasRun = true
    return undefined
  })
  expect([isPassed, hasRun, checks.results]).toEqual([false, false, []])
})
