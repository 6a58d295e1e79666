/** Progress of a download. */
export type CsvProgress = { rows: number; bytes: number }

/** A download as its panel shows it. */
export type CsvState = CsvProgress & { is: 'writing' | 'ready' | 'failed'; error?: string }

type CsvRequest = {
  address: string
  token: string
  signal: AbortSignal
  onProgress: (progress: CsvProgress) => void
}

const lineEnd = 10

/**
 * Downloads a CSV as the server streams it, and reports progress in rows.
 * @throws Error with the server's sentence when it is refused, or when the connection breaks before
 * the end
 */
export async function downloadCsv({ address, token, signal, onProgress }: CsvRequest): Promise<Blob> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` }, signal })
  if (!response.ok || !response.body) throw new Error(await sentenceOf(response))
  const parts: BlobPart[] = []
  const progress = { rows: -1, bytes: 0 }
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    progress.bytes += part.value.byteLength
    for (const byte of part.value) if (byte === lineEnd) progress.rows += 1
    onProgress({ ...progress, rows: Math.max(0, progress.rows) })
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? 'text/csv' })
}

async function sentenceOf(response: Response): Promise<string> {
  const reply: unknown = await response.json().catch(() => undefined)
  const message =
    typeof reply === 'object' && reply !== null && 'message' in reply ? reply.message : undefined
  return typeof message === 'string' ? message : 'Something went wrong! Please try again.'
}
