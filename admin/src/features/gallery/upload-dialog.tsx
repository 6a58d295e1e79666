import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { uploadFault } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { ImageType } from '@jhatpat/shared/contracts/gallery.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Meter } from '@jhatpat/shared/ui/meter.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { FileDropZone } from './file-drop-zone.tsx'
import { messages } from './gallery-texts.ts'
import { sendUpload } from './send-upload.ts'

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

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
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
    <Dialog open kind="wide" onClose={onClose} title="Upload image">
      <form className="stack stack-4" noValidate onSubmit={onSubmit}>
        {missing && (
          <InlineMessage kind="bad" title={uploadFault} role="alert">
            {`Still missing: ${missing}.`}
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
            hint="Where a tap on the slide or the popup leads."
            value={fields.redirectUrl}
            onChange={set('redirectUrl')}
          />
        </div>
        {sending.isPending && <Progress share={share} />}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="accent" busy={sending.isPending} busyText="Uploading">
            Upload
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** After the upload the server still decodes and re-encodes the picture. */
function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div className="inset">
      <Meter label={`${percent} percent sent`} share={share} />
      <p className="sm t2" role="status">
        {percent < 100
          ? `Sending, ${percent}%`
          : 'Sent. It is checked by its content and written anew, in its sizes.'}
      </p>
    </div>
  )
}
