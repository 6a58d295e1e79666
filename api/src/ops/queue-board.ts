import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { type RequestHandler, Router } from 'express'
import { isSameOriginPage } from '../http/same-origin.ts'
import { requestActor } from '../http/security-log.ts'

type BoardDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'log'>

/** Bull Board, behind `requireOpsToken`. Read-only unless `QUEUE_BOARD_WRITES` is set. */
export function queueBoard(deps: BoardDeps): Router {
  const readOnlyMode = !deps.env.QUEUE_BOARD_WRITES
  const adapter = new ExpressAdapter()
  adapter.setBasePath('/ops/queues')
  createBullBoard({
    queues: Object.values(deps.queues.all).map((queue) => new BullMQAdapter(queue, { readOnlyMode })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Jhatpat queues' } },
  })
  return Router().use(guardWrites(deps), adapter.getRouter() as Router)
}

/** The cookie is sent from any page of this site, so a write must come from the board itself. */
function guardWrites({ env, log }: BoardDeps): RequestHandler {
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (request.path === '/')
        log.info({ event: 'queue_board', ...requestActor(request, response) }, 'queue board')
      return next()
    }
    if (!env.QUEUE_BOARD_WRITES || !isSameOriginPage(request.headers, env.PUBLIC_URL))
      throw new AppError('forbidden')
    const call = `${request.method} ${request.path}`
    log.warn(
      { event: 'queue_change', call, ...requestActor(request, response) },
      'a queue was changed by hand',
    )
    next()
  }
}
