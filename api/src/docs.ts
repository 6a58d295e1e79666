import { Router } from 'express'
import swaggerUi from 'swagger-ui-express'

/** `openapi.json` and, for people, `docs`, below wherever it is mounted. */
export function apiReference(document: object): Router {
  const router = Router()
  router.get('/openapi.json', (_request, response) => {
    response.json(document)
  })
  router.use(
    '/docs',
    swaggerUi.serve,
    swaggerUi.setup(document, {
      customSiteTitle: 'Jhatpat API',
      swaggerOptions: { persistAuthorization: false },
    }),
  )
  return router
}
