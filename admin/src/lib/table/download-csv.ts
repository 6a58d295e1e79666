import { downloadFile } from '@jhatpat/shared/browser/download-file.ts'
import type { Store } from '@jhatpat/shared/browser/session.ts'

/** Progress of a download. */
export type CsvProgress = { rows: number; bytes: number }

/** A download as its panel shows it. */
export type CsvState = CsvProgress & { is: 'writing' | 'ready' | 'failed'; error?: string }

type CsvRequest = { address: string; signal: AbortSignal; onProgress: (progress: CsvProgress) => void }

const lineEnd = 10

/**
 * Downloads a CSV as the server streams it, and reports progress in rows.
 * @throws as `downloadFile`
 */
export function downloadCsv(store: Store, { address, signal, onProgress }: CsvRequest): Promise<Blob> {
  const progress = { rows: -1, bytes: 0 }
  const onPart = (part: Uint8Array) => {
    progress.bytes += part.byteLength
    for (const byte of part) if (byte === lineEnd) progress.rows += 1
    onProgress({ ...progress, rows: Math.max(0, progress.rows) })
  }
  return downloadFile(store, address, { signal, onPart })
}
