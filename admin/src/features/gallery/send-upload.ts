import { isSessionRefused } from '@jhatpat/shared/browser/api.ts'
import { endSession, type Store, tokenAtom } from '@jhatpat/shared/browser/session.ts'
import { type AdminImage, uploadImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'

export type Upload = { title: string; type: string; redirectUrl: string; file: File }

/** A picture of 8 MB on a slow line, and its making. */
const timeoutMs = 180_000

/**
 * Sends an image until the signal stops it, telling how much of it is on its way, from 0 to 1: `fetch` can't tell that
 * in every browser.
 * @throws ApiError when it was refused, NetworkError when there was no answer
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

/** An error of ours has a code; a proxy's page has none. */
function readReply(text: string): { code?: string; message?: string } | undefined {
  try {
    const reply: unknown = JSON.parse(text)
    return typeof reply === 'object' && reply !== null ? reply : undefined
  } catch {
    return undefined
  }
}
