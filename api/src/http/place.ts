import { setTimeout as sleep } from 'node:timers/promises'
import { type Admission, waitOutside } from '@jhatpat/shared/platform/admission.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'

export type CallHandler = (request: Request, response: Response, next: NextFunction) => Promise<void>

/** Whether a refused request repeats one that has its reply, which costs two reads. */
type IsRepeat = (request: Request) => Promise<boolean>

/**
 * Takes a place among the calls that place orders, or refuses before the session is read. The place is given back
 * once the reply is sent or the client has left, and in `inPlace` not before the order is placed.
 * @throws AppError `shop_busy`
 */
export function takePlace(placings: Admission, isRepeat: IsRepeat): RequestHandler {
  return async (request, response, next) => {
    const left = new AbortController()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    response.locals.givePlaceBack = end
    response.once('close', () => {
      // A reason of its own: the default one records a stack.
      left.abort('client left')
      if (!response.locals.isPlacing) end()
    })
    const work = async () => {
      next()
      await ended
    }
    try {
      await placings.run(work, left.signal)
    } catch (error) {
      // Without a client there is nothing to reply to.
      if (response.closed) return
      if (!isRefusal(error) || !(await isRepeat(request))) throw error
      next()
    }
  }
}

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.code === 'shop_busy'

/** Most bodies arrive with their headers. */
const bodyMs = 100

/** A client that sends its body slowly keeps no place from others. */
export function withoutPlace(read: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const reading = new Promise<unknown>((resolve) => void read(request, response, resolve))
    const isSlow = await Promise.race([reading.then(() => false), sleep(bodyMs, true, { ref: false })])
    next(await (isSlow ? waitOutside(() => reading) : reading))
  }
}

/** Keeps the place until the order is placed, also when the client has left meanwhile. */
export function inPlace(handle: CallHandler): CallHandler {
  return async (request, response, next) => {
    if (response.closed) return
    response.locals.isPlacing = true
    await handle(request, response, next).finally(response.locals.givePlaceBack as () => void)
  }
}
