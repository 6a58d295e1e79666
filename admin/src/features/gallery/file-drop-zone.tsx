import { maxUploadBytes } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { useEffect, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { sizeText } from '../../lib/size-text.ts'

type Props = { file: File | undefined; onFile: (file: File) => void }

const accept = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
}

/** Accepts a dropped or chosen picture, and previews it. */
export function FileDropZone({ file, onFile }: Props) {
  const [refused, setRefused] = useState(false)
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    maxSize: maxUploadBytes,
    multiple: false,
    noClick: file !== undefined,
    onDrop: ([accepted], rejected) => {
      setRefused(rejected.length > 0 && !accepted)
      if (accepted) onFile(accepted)
    },
  })
  const preview = usePreview(file)
  return (
    <div
      {...getRootProps({
        className: `drop${isDragActive ? ' over' : ''}`,
        role: 'group',
        'aria-label': 'Image',
      })}
    >
      <input {...getInputProps({ 'aria-label': 'Image file' })} />
      {file ? (
        <>
          {preview && <img src={preview} alt="" width={120} height={64} />}
          <span className="grow">
            <b className="sm">{file.name}</b>
            <br />
            <span className="xs t2">{sizeText(file.size)}</span>
          </span>
          <Button size="sm" onClick={open}>
            Other file
          </Button>
        </>
      ) : (
        <>
          <Icon name="plus" />
          <b>Drop an image here</b>
          <span className="sm t2">or choose one. PNG, JPEG, WebP, AVIF, up to 8 MB</span>
        </>
      )}
      {refused && (
        <span className="sm bad-text" role="alert">
          Use PNG, JPEG, WebP or AVIF, up to 8 MB.
        </span>
      )}
    </div>
  )
}

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
