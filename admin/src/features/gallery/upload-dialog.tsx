import { isSessionRefused } from '@jhatpat/shared/browser/api.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { endSession, type Store, tokenAtom } from '@jhatpat/shared/browser/session.ts'
import { type AdminImage, uploadFault, uploadImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import { ImageType } from '@jhatpat/shared/contracts/gallery.ts'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Meter } from '@jhatpat/shared/ui/meter.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormDialog } from '../../lib/form-dialog.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { FileDropZone } from './file-drop-zone.tsx'
import { messages } from './gallery-texts.ts'

const empty = { title: '', type: '', redirectUrl: '' }

/** Adds a picture to the gallery: dropped or chosen, with its title, type and link. */
export default function UploadDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { store } = useServices()
  const [fields, setFields] = useState(empty)
  const [file, setFile] = useState<File>()
  const [missing, setMissing] = useState<string>()
  const [share, setShare] = useState(0)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const sending = useMutation({
    mutationFn: (chosen: File) => {
      stop.current = new AbortController()
      const { signal } = stop.current
      return sendUpload(store, { ...fields, file: chosen }, { onProgress: setShare, signal })
    },
    onSuccess: onDone,
  })
  const set = (name: keyof typeof empty) => (event: { target: { value: string } }) =>
    setFields((before) => ({ ...before, [name]: event.target.value }))

  const onSubmit = () => {
    const lacking = [
      ...(file ? [] : ['file']),
      ...(fields.title.trim() === '' ? ['title'] : []),
      ...(fields.type === '' ? ['type'] : []),
    ]
    setMissing(lacking.length > 0 ? lacking.join(' and ') : undefined)
    if (file && lacking.length === 0 && !sending.isPending) {
      setShare(0)
      sending.mutate(file)
    }
  }
  return (
    <FormDialog
      className="stack stack-4"
      kind="wide"
      title="Upload image"
      action="Upload"
      isBusy={sending.isPending}
      busyText="Uploading…"
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {missing && (
        <InlineMessage kind="bad" title={uploadFault} role="alert">
          {`Required: ${missing}`}
        </InlineMessage>
      )}
      {!missing && sending.error && (
        <InlineMessage
          kind="bad"
          title={sending.error instanceof ApiError ? messages.uploadRefused : messages.uploadBroke}
          role="alert"
        >
          {messageOf(sending.error)}
        </InlineMessage>
      )}
      <FileDropZone file={file} onFile={setFile} />
      <div className="form-g">
        <Field
          label="Title"
          maxLength={200}
          autoComplete="off"
          value={fields.title}
          onChange={set('title')}
        />
        <Select
          label="Type"
          value={fields.type}
          options={[{ value: '', label: 'Choose' }, ...ImageType.options]}
          onChange={set('type')}
        />
        <Field
          className="full"
          label="Redirect URL (optional)"
          maxLength={500}
          autoComplete="off"
          placeholder="/product/…"
          hint="Link opened when tapped"
          value={fields.redirectUrl}
          onChange={set('redirectUrl')}
        />
      </div>
      {sending.isPending && <Progress share={share} />}
    </FormDialog>
  )
}

/** After the upload the server still decodes and re-encodes the picture. */
function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div className="inset">
      <Meter label={`${percent} percent sent`} share={share} />
      <p className="sm t2" role="status">
        {percent < 100 ? `Sending, ${percent}%` : 'Uploaded, processing sizes…'}
      </p>
    </div>
  )
}

type Upload = { title: string; type: string; redirectUrl: string; file: File }

/** Enough for 8 MB on a slow line and the server's processing. */
const timeoutMs = 180_000

/**
 * Uploads an image until the signal aborts it, and reports progress from 0 to 1, which `fetch` does
 * not offer in every browser.
 * @throws ApiError when it was refused, NetworkError without a reply
 */
function sendUpload(
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
