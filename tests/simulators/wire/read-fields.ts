import express, { type Request } from 'express'
import type { Fields } from './faults.ts'

/** Keeps the exact bytes of any body; signatures are computed over them. */
export const rawBody = express.raw({ type: () => true, limit: '1mb' })

export const bodyText = (request: Request): string =>
  Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''

/** The fields of a JSON, form or multipart body, each as text. */
export async function readFields(request: Request): Promise<Fields> {
  const type = request.headers['content-type'] ?? ''
  if (type.includes('json')) return textFields(parseJson(bodyText(request)))
  if (!type.includes('multipart/')) return Object.fromEntries(new URLSearchParams(bodyText(request)))
  const form = await new Response(new Uint8Array(request.body), {
    headers: { 'content-type': type },
  }).formData()
  return textFields(Object.fromEntries(form))
}

/** The object in a JSON text, or an empty one. */
export function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export function textFields(values: Record<string, unknown>): Fields {
  const plain = Object.entries(values).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]))
}
