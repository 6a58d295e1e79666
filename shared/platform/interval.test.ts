import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startInterval } from './interval.ts'

/** Work that ends on command. */
function held() {
  const ends: (() => void)[] = []
  let begun = 0
  const work = () => {
    begun += 1
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  return { work, begun: () => begun, end: () => ends.shift()?.() }
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await sleep(1)
}

it('starts the next run only after the last one has ended, however long that takes', async () => {
  const { work, begun, end } = held()
  const interval = startInterval(work, () => 1)
  await until(() => begun() === 1)
  await sleep(50)
  expect(begun()).toBe(1)
  end()
  await until(() => begun() === 2)
  end()
  await interval.stop()
})

it('waits after each run as `restMs` says for the time it took', async () => {
  const { work, begun, end } = held()
  const took: number[] = []
  const interval = startInterval(work, (ms) => {
    took.push(ms)
    return 1
  })
  await until(() => begun() === 1)
  await sleep(30)
  end()
  await until(() => begun() === 2)
  end()
  await interval.stop()
  expect(took[0]).toBe(0)
  expect(took[1]).toBeGreaterThanOrEqual(25)
})

it('continues after a run that failed', async () => {
  let begun = 0
  const interval = startInterval(
    async () => {
      begun += 1
      throw new Error('away')
    },
    () => 1,
  )
  await until(() => begun >= 3)
  await interval.stop()
})

it('stops when the current run has ended, and starts no other', async () => {
  const { work, begun, end } = held()
  const interval = startInterval(work, () => 1)
  await until(() => begun() === 1)
  let isStopped = false
  const stopping = interval.stop().then(() => {
    isStopped = true
  })
  await sleep(20)
  expect(isStopped).toBe(false)
  end()
  await stopping
  await sleep(20)
  expect(begun()).toBe(1)
})
