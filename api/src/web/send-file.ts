import { extname } from 'node:path'
import type { Request, Response } from 'express'
import type { AppFile } from './app-files.ts'

/** Answers with a file of a built app in the smallest form that its reader takes. */
export function sendFile(request: Request, response: Response, file: AppFile): void {
  const form = file.find(({ encoding }) => encoding === 'identity' || request.acceptsEncodings(encoding))
  if (!form) return
  response.vary('Accept-Encoding')
  response.setHeader('Cache-Control', isNamedByContent(request.path) ? keepForGood : 'no-cache')
  response.setHeader('ETag', form.etag)
  if (form.encoding !== 'identity') response.setHeader('Content-Encoding', form.encoding)
  response.type(extname(request.path)).send(form.bytes)
}

const keepForGood = 'public, max-age=31536000, immutable'

/** Names of built assets hold their hash, so they never change; other files are asked for again each time. */
export function isNamedByContent(path: string): boolean {
  return path.startsWith('/assets/')
}
