import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

type HeaderEnv = Pick<Env, 'PUBLIC_URL' | 'OIDC_ISSUER_URL'>

type SetHeaders = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Our pages run only our own scripts, and no text becomes a script: the shop and the back office
 * share an origin, so a script in one could do everything in the other. Pictures may come from
 * other sites, since an admin can enter an address for one; small fonts are embedded in the style
 * sheets. The API reference and the queue board are third-party pages: they use inline styles and
 * their own markup, and show no text of customers.
 */
export function securityHeaders(env: HeaderEnv): RequestHandler {
  const { PUBLIC_URL: publicUrl } = env
  const strict = pageHeaders(env)
  // Starting a worker counts as running a script from a text. The shop's page does it by a policy
  // of this name, which knows the addresses of its two workers, and a second policy of the name
  // cannot be created.
  const shop = pageHeaders(env, 'shop-worker')
  const reference = headersWith(publicUrl, { 'style-src': withInline })
  // The board names the folder of its files by a <base>.
  const board = headersWith(publicUrl, { 'style-src': withInline, 'base-uri': ["'self'"] })
  return (request, response, next) => {
    const chosen = isBelow('/ops/queues', request.path)
      ? board
      : ['/docs', '/ops/docs'].some((place) => isBelow(place, request.path))
        ? reference
        : ['/admin', '/api', '/media'].some((place) => isBelow(place, request.path))
          ? strict
          : shop
    chosen(request, response, next)
  }
}

/** The headers of our own pages, for every reply except third-party pages. */
export function pageHeaders({ PUBLIC_URL, OIDC_ISSUER_URL }: HeaderEnv, policy = "'none'"): SetHeaders {
  // A hidden frame of the external sign-in provider renews its sign-in.
  const signInOrigin = OIDC_ISSUER_URL === '' ? undefined : new URL(OIDC_ISSUER_URL).origin
  return headersWith(PUBLIC_URL, {
    ...(signInOrigin && { 'connect-src': ["'self'", signInOrigin], 'frame-src': [signInOrigin] }),
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [policy],
  })
}

const withInline = ["'self'", "'unsafe-inline'"]

const isBelow = (place: string, path: string) => path === place || path.startsWith(`${place}/`)

function headersWith(publicUrl: string, more: Record<string, string[]>): SetHeaders {
  const isHttps = publicUrl.startsWith('https:')
  const setAll = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:', 'https:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'frame-src': ["'none'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...more,
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: isHttps && { maxAge: yearInSeconds, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  const headers = [['Permissions-Policy', unusedFeatures] as const, ...headersSetBy(setAll)]
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/** The headers that a middleware sets. They depend on settings only, so they are computed once. */
function headersSetBy(middleware: SetHeaders): [name: string, value: string][] {
  const headers: [string, string][] = []
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  }
  middleware({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error instanceof Error) throw error
  })
  return headers
}

const yearInSeconds = 365 * 24 * 3_600

/** Our pages use none of these, so no injected script may either. */
const unusedFeatures = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/**
 * Allows pages of the listed origins to make calls, with a token that they obtained themselves: no
 * cookie of ours is sent. Other origins get no header, so browsers hide our replies from them; our
 * own pages need none.
 */
export function allowOrigins({ CORS_ORIGINS }: Pick<Env, 'CORS_ORIGINS'>): RequestHandler {
  if (CORS_ORIGINS.length === 0) return (_request, _response, next) => next()
  return (request, response, next) => {
    // A cache must not give one page's reply to another.
    response.vary('Origin')
    const origin = request.get('origin')
    if (origin === undefined || !CORS_ORIGINS.includes(origin)) return next()
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After, Idempotency-Replayed')
    if (request.method !== 'OPTIONS' || !request.get('access-control-request-method')) return next()
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE')
    response.setHeader(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key, Order-Again, Price-Confirmed, Proof-Of-Work, Account-Proof, Unattended',
    )
    response.setHeader('Access-Control-Max-Age', '600')
    response.status(204).end()
  }
}
