import { setTimeout as sleep } from 'node:timers/promises'
import { burst } from '@jhatpat/shared/browser/use-burst-guard.ts'
import type { Locator, Page } from '@playwright/test'
import { phone } from './test.ts'

export const touch = { ...phone, hasTouch: true, isMobile: true }

const durationMs = 3_000
const intervalMs = 50

/** A device four times as slow as this machine, on a network of 400 ms and 400 kbit a second. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const throughput = 400_000 / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/**
 * Presses at the button's place repeatedly, whatever is there later: by touch where the page has a touch
 * screen, else with the mouse.
 * @returns the number of presses
 */
export async function pressRepeatedly(page: Page, button: Locator): Promise<number> {
  await button.scrollIntoViewIfNeeded()
  const box = (await button.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  // A tap that opened this page is another burst.
  await afterBurst()
  const isTouch = await page.evaluate('navigator.maxTouchPoints > 0')
  let presses = 0
  for (const end = Date.now() + durationMs; Date.now() < end; presses += 1) {
    await (isTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
    await sleep(intervalMs)
  }
  return presses
}

/** Waits until the next tap belongs to no earlier burst (`useBurstGuard`). */
export const afterBurst = (): Promise<void> => sleep(burst.ms + 50)

/** Collects the idempotency keys of a page's requests to an address. */
export function keysSentTo(page: Page, address: RegExp): Set<string | undefined> {
  const keys = new Set<string | undefined>()
  page.on('request', (request) => {
    if (address.test(request.url())) keys.add(request.headers()['idempotency-key'])
  })
  return keys
}
