import { type RequestHandler, Router } from 'express'
import { lazyComponent } from './http/lazily.ts'

/** `openapi.json` and, for people, `docs`, below wherever it is mounted. */
export function apiReference(describe: () => Promise<object>): Router {
  const router = Router()
  router.get(
    '/openapi.json',
    lazyComponent(async () => sendJson(await describe())),
  )
  router.use(
    '/docs',
    lazyComponent(async () => pagesOf(await describe())),
  )
  return router
}

const sendJson =
  (document: object): RequestHandler =>
  (_request, response) => {
    response.json(document)
  }

async function pagesOf(document: object): Promise<Router> {
  const { default: swaggerUi } = await import('swagger-ui-express')
  const pages = swaggerUi.setup(document, {
    customSiteTitle: 'Jhatpat API',
    swaggerOptions: { persistAuthorization: false },
  })
  return Router().use(swaggerUi.serve, pages)
}
