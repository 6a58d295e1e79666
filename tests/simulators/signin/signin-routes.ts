import express, { type NextFunction, type Request, type Response, Router } from 'express'
import type Provider from 'oidc-provider'
import { answerWithFault, type VendorAnswer } from '../wire/faults.ts'
import { isLoopback } from './oidc-server.ts'
import { brokenPage, loginPage } from './signin-pages.ts'
import { personOfEmail } from './signin-people.ts'
import type { SignInStore } from './signin-store.ts'

/** The provider's addresses, with faults on demand in front of the real server. */
export function signInRoutes(store: SignInStore): Router {
  const router = Router()
  let server: Promise<Provider> | undefined
  const provider = () => {
    // Loaded at the first sign-in: most runs of the simulators need none.
    server ??= import('./oidc-server.ts').then(({ createOidcServer }) => createOidcServer(store))
    return server
  }
  router.get('/.well-known/jwks.json', (_request: Request, response: Response) =>
    answer(store, response, {
      call: 'jwks',
      act: async () => ({ httpStatus: 200, body: await store.publicKeys() }),
    }),
  )
  router.get('/authorize', (request: Request, response: Response, next: NextFunction) => {
    const { error } = store.settings()
    const address = String(request.query.redirect_uri ?? '')
    if (error === '' || !isLoopback(address) || request.query.response_mode === 'web_message') return next()
    const reply = { error, error_description: error, state: String(request.query.state ?? '') }
    response.redirect(`${address}/?${new URLSearchParams(reply)}`)
  })
  router.post('/oauth/token', (_request: Request, response: Response, next: NextFunction) => {
    const fault = store.plan.take('token', {})
    if (!fault || fault.outcome === 'ok')
      return void setTimeout(next, fault?.delayMs ?? store.settings().delayMs)
    return answerWithFault({ response, fault, delays: store.settings(), act: refusal })
  })
  router.get('/login/:uid', (request: Request, response: Response) => {
    response.type('html').send(loginPage(`${store.options.issuer()}login/${request.params.uid}`))
  })
  router.post(
    '/login/:uid',
    express.urlencoded({ extended: false }),
    async (request: Request, response: Response) => {
      await finish(store, await provider(), [request, response])
    },
  )
  router.get('/v2/logout', async (request: Request, response: Response) => {
    for (const name of ['_session', '_session.sig']) response.clearCookie(name)
    await store.journal.append('logout', { client_id: request.query.client_id })
    const back = String(request.query.returnTo ?? '')
    response.redirect(isLoopback(back) ? back : store.options.issuer())
  })
  router.use(async (request: Request, response: Response) => {
    if (store.settings().state === 'wrong') bendState(response)
    await (await provider()).callback()(request, response)
  })
  return router
}

async function finish(
  store: SignInStore,
  provider: Provider,
  [request, response]: [Request, Response],
): Promise<void> {
  const { email, cancel } = request.body as { email?: string; cancel?: string }
  try {
    await provider.interactionDetails(request, response)
  } catch {
    return void response
      .status(400)
      .type('html')
      .send(brokenPage('This sign-in is over. Start again at the shop.'))
  }
  const once = { mergeWithLastSubmission: false }
  if (cancel || !email) {
    const denied = { error: 'access_denied', error_description: 'The person cancelled.' }
    return provider.interactionFinished(request, response, denied, once)
  }
  const person = personOfEmail(email)
  await store.journal.append('signed_in', { sub: person.sub, email: person.email })
  await provider.interactionFinished(request, response, { login: { accountId: person.sub } }, once)
}

type Call = { call: string; act: () => Promise<VendorAnswer> }

function answer(store: SignInStore, response: Response, { call, act }: Call): Promise<void> {
  const fault = store.plan.take(call, {})
  return answerWithFault({ response, fault, delays: store.settings(), act })
}

const refusal = async () => ({
  httpStatus: 400,
  body: { error: 'invalid_grant', error_description: 'grant request is invalid' },
})

/** Changes the state parameter of the redirect, as an attacker would. */
function bendState(response: Response): void {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) =>
    setHeader(
      name,
      name.toLowerCase() === 'location' ? String(value).replace(/([?&]state=)[^&]*/, '$1changed') : value,
    )
}
