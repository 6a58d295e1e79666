import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from './app-error.ts'

/** `tookMs`: the moving average of what one takes here, without the time outside. */
export type AdmissionState = { running: number; waiting: number; tookMs: number }

export type Admission = {
  /**
   * Runs `work` once fewer than the maximum are running, in the order of arrival.
   * @param left aborted when the result is not needed any more: what still waits then leaves the queue
   * @throws AppError `shop_busy`, or the signal's reason, before `work` has begun
   */
  run<T>(work: () => Promise<T>, left?: AbortSignal): Promise<T>
  state(): AdmissionState
}

type AdmissionOptions = {
  /** How many may run at once. */
  atOnce: number
  /** Work that is expected to wait longer is refused at once. The average may be wrong by as much again. */
  maxWaitMs: number
  onRefused?(): void
}

/** A place among those that run. It is given up while others are waited for. */
type Place = { waits: number; outsideMs: number; hasEnded: boolean; release(): void; retake(): void }

const current = new AsyncLocalStorage<Place>()

/** The share of the latest work in the average. */
const newest = 1 / 16

/** Bounds memory where the average says nothing yet, or where most of the work is very short. */
const maxWaiting = 1_000

/** One for all: in a rush, recording a stack is a large part of a refusal. */
const refusal = new AppError('shop_busy')

/**
 * Limits how much of one kind of work runs in this process at once, and refuses what would wait too long. By
 * Little's law the limit bounds what that work takes from all other work, however slow the databases become;
 * the measured duration says how long the queue is in time.
 */
export function createAdmission({ atOnce, maxWaitMs, onRefused }: AdmissionOptions): Admission {
  const waiting = new Set<() => void>()
  let running = 0
  let tookMs = 0

  const isFull = () => waiting.size >= maxWaiting || ((waiting.size + 1) * tookMs) / atOnce > maxWaitMs
  const release = () => {
    running -= 1
    const [admit] = waiting
    if (running < atOnce) admit?.()
  }

  async function enter(left?: AbortSignal): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (!isFull()) {
      const end = await wait(left)
      if (end === 'admitted') return
      if (end === 'left') throw left?.reason
    }
    onRefused?.()
    throw refusal
  }

  /** Ends when a place is free, which is then taken; when `left` is aborted; or after twice the time. */
  function wait(left?: AbortSignal): Promise<'admitted' | 'left' | 'late'> {
    const { promise, resolve } = Promise.withResolvers<'admitted' | 'left' | 'late'>()
    const end = (how: 'admitted' | 'left' | 'late') => {
      clearTimeout(timer)
      left?.removeEventListener('abort', leave)
      waiting.delete(admit)
      resolve(how)
    }
    const admit = () => {
      running += 1
      end('admitted')
    }
    const leave = () => end('left')
    // The average says nothing while all that run are blocked.
    const timer = setTimeout(end, 2 * maxWaitMs, 'late')
    left?.addEventListener('abort', leave)
    waiting.add(admit)
    return promise
  }

  return {
    run: async (work, left) => {
      await enter(left)
      const begunAt = performance.now()
      const retake = () => {
        running += 1
      }
      const place: Place = { waits: 0, outsideMs: 0, hasEnded: false, release, retake }
      try {
        return await current.run(place, work)
      } finally {
        place.hasEnded = true
        const ms = performance.now() - begunAt - place.outsideMs
        tookMs = tookMs === 0 ? ms : tookMs + (ms - tookMs) * newest
        if (place.waits === 0) release()
      }
    },
    state: () => ({ running, waiting: waiting.size, tookMs: Math.round(tookMs) }),
  }
}

/**
 * Waits for a vendor's answer, or for a client to send its body. That time is no work of this process: a slow
 * vendor must not keep out work that needs no vendor. The place is taken back without waiting.
 */
export async function waitOutside<T>(call: () => Promise<T>): Promise<T> {
  const place = current.getStore()
  if (!place || place.hasEnded) return call()
  const begunAt = performance.now()
  place.waits += 1
  if (place.waits === 1) place.release()
  try {
    return await call()
  } finally {
    place.waits -= 1
    if (place.waits === 0 && !place.hasEnded) {
      place.outsideMs += performance.now() - begunAt
      place.retake()
    }
  }
}
