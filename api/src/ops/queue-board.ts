import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import { findCallerBySession } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { type RequestHandler, Router } from 'express'
import { opsPassCookie, readOpsPass } from './ops-pass.ts'

type BoardDeps = Pick<Deps, 'clock' | 'env' | 'queues'>

/** Bull Board for admins, who come with the pass that `POST /api/ops/pass` gave them. */
export function queueBoard(deps: BoardDeps): Router {
  const adapter = new ExpressAdapter()
  adapter.setBasePath('/ops/queues')
  createBullBoard({
    queues: Object.values(deps.queues.all).map((queue) => new BullMQAdapter(queue)),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Jhatpat queues' } },
  })
  return Router().use(requirePass(deps), adapter.getRouter() as Router)
}

function requirePass({ clock, env }: BoardDeps): RequestHandler {
  return async (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store')
    const sessionId = readOpsPass(cookieOf(request.headers.cookie), env.SECRET_KEY, clock.now())
    const role = sessionId && (await roleOf(sessionId, clock.now()))
    if (!role) {
      response
        .status(401)
        .send(
          pageOf('Sign in first', 'Sign in at <a href="/admin">/admin</a> and open the queues from there.'),
        )
      return
    }
    if (role !== 'admin') {
      response.status(403).send(pageOf('For admins only', 'Your account may not see the queues.'))
      return
    }
    next()
  }
}

async function roleOf(sessionId: string, now: Date): Promise<string | undefined> {
  try {
    return (await findCallerBySession(sessionId, now)).caller.role
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function cookieOf(header = ''): string | undefined {
  const pair = header.split(/; */).find((part) => part.startsWith(`${opsPassCookie}=`))
  return pair?.slice(opsPassCookie.length + 1)
}

function pageOf(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`
}
