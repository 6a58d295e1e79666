import type { RequestHandler } from 'express'
import helmet from 'helmet'

/**
 * Our pages run our own scripts only. Pictures may come from elsewhere, since an admin can enter an address for
 * one; small faces are built into the style sheets. The API reference and the queue board style themselves inline; they have no customer's data to leak.
 */
export function securityHeaders(publicUrl: string): RequestHandler {
  const isHttps = publicUrl.startsWith('https:')
  const strict = headersWith(isHttps, ["'self'"])
  const tools = headersWith(isHttps, ["'self'", "'unsafe-inline'"])
  return (request, response, next) =>
    (/^\/(docs|ops)(\/|$)/.test(request.path) ? tools : strict)(request, response, next)
}

function headersWith(isHttps: boolean, styleSources: string[]) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': styleSources,
        'img-src': ["'self'", 'data:', 'blob:', 'https:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: isHttps,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}
