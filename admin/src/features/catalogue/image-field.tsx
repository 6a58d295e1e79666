import { fallbackPicture } from '@jhatpat/shared/ui/art.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field, type FieldProps } from '@jhatpat/shared/ui/field.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { useState } from 'react'
import { useImages } from '../../lib/images.ts'
import { LoadError } from '../../lib/load-error.tsx'

type Props = Omit<FieldProps, 'label' | 'value'> & { value: string; onPick: (url: string) => void }

/** The address of a picture, which can be picked from the gallery. */
export function ImageField({ value, onPick, ...field }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const pick = (url: string) => {
    onPick(url)
    setIsOpen(false)
  }
  return (
    <div className="catalogue-pick">
      <Picture className="thumb" src={value || fallbackPicture} width={56} height={70} />
      <Field
        label="Image Path"
        className="grow"
        maxLength={500}
        autoComplete="off"
        placeholder="/media/…"
        {...field}
      />
      <Button onClick={() => setIsOpen(true)}>Gallery</Button>
      {isOpen && <Pictures onPick={pick} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function Pictures({ onPick, onClose }: { onPick: (url: string) => void; onClose: () => void }) {
  const { data, error, refetch } = useImages()
  return (
    <Dialog open kind="wide" onClose={onClose} title="Pick an image">
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton height={220} />}
      <ul className="catalogue-pictures">
        {data?.map(({ id, title, url, type }) => (
          <li key={id}>
            <button type="button" onClick={() => onPick(url)}>
              <Picture src={url} width={120} height={120} />
              <span className="sm">{title}</span>
              <span className="xs t3">{type}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
