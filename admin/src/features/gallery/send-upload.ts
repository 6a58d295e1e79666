import { isSessionRefused } from '@jhatpat/shared/browser/api.ts'
import { endSession, type Store, tokenAtom } from '@jhatpat/shared/browser/session.ts'
import { type AdminImage, uploadImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'

export type Upload = { title: string; type: string; redirectUrl: string; file: File }

/** Enough for 8 MB on a slow line and the server's processing. */
const timeoutMs = 180_000

/**
 * Uploads an image until the signal aborts it, and reports progress from 0 to 1, which `fetch` does
 * not offer in every browser.
 * @throws ApiError when it was refused, NetworkError without a reply
 */
export function sendUpload(
  store: Store,
  { file, ...fields }: Upload,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<AdminImage> {
  const token = store.get(tokenAtom) ?? ''
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(uploadImage.file?.field ?? 'images', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${uploadImage.path}`)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.timeout = timeoutMs
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const reply = readReply(request.responseText)
      const read = uploadImage.result.safeParse(reply)
      if (request.status === 200 && read.success) return resolve(read.data.image)
      if (!reply || request.status === 200) return reject(new NetworkError('no such answer'))
      const refusal = new ApiError(request.status, reply)
      if (isSessionRefused(refusal)) endSession(store, token)
      return reject(refusal)
    }
    request.onerror = () => reject(new NetworkError('no answer'))
    request.ontimeout = () => reject(new NetworkError('no answer in time'))
    request.onabort = () => reject(new NetworkError('stopped'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** Our errors have a code; a proxy's error page has none. */
function readReply(text: string): { code?: string; message?: string } | undefined {
  try {
    const reply: unknown = JSON.parse(text)
    return typeof reply === 'object' && reply !== null ? reply : undefined
  } catch {
    return undefined
  }
}
