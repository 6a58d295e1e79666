import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { type Request, type RequestHandler, Router } from 'express'
import { actorOf } from '../http/security-log.ts'
import { requirePass } from './require-pass.ts'

type BoardDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'log'>

/** Bull Board for admins with a pass. They look; they change queues only where `QUEUE_BOARD_WRITES` says so. */
export function queueBoard(deps: BoardDeps): Router {
  const readOnlyMode = !deps.env.QUEUE_BOARD_WRITES
  const adapter = new ExpressAdapter()
  adapter.setBasePath('/ops/queues')
  createBullBoard({
    queues: Object.values(deps.queues.all).map((queue) => new BullMQAdapter(queue, { readOnlyMode })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Jhatpat queues' } },
  })
  return Router().use(requirePass(deps), guardWrites(deps), adapter.getRouter() as Router)
}

/** The cookie comes along from any page of this site, so what changes something must come from the board itself. */
function guardWrites({ env, log }: BoardDeps): RequestHandler {
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (request.path === '/')
        log.info({ event: 'queue_board', ...actorOf(request, response) }, 'queue board')
      return next()
    }
    if (!env.QUEUE_BOARD_WRITES || !isOwnPage(request, env.PUBLIC_URL)) throw new AppError('forbidden')
    const call = `${request.method} ${request.path}`
    log.warn({ event: 'queue_change', call, ...actorOf(request, response) }, 'a queue was changed by hand')
    next()
  }
}

/** Browsers say where a request comes from, and pages cannot make them say something else. */
function isOwnPage(request: Request, publicUrl: string): boolean {
  const site = request.get('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = request.get('origin')
  if (origin === undefined || !URL.canParse(origin)) return false
  return new URL(origin).host === request.get('host') || origin === new URL(publicUrl).origin
}
