import type { ShownImage } from '@jhatpat/shared/contracts/gallery.ts'
import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { useEffect, useState } from 'react'

const PopupAd = lazily(() => import('./popup-ad.tsx'))
const closedKey = 'popupClosedOn'
/** The day in India as yyyy-mm-dd. */
const indianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** Shows the first popup once the page stands; after it was closed, not again that day. */
export function Popup({ ad }: { ad: ShownImage | undefined }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (ad && localStorage.getItem(closedKey) !== indianDay.format()) setOpen(true)
  }, [ad])
  if (!ad || !open) return null
  const close = () => {
    localStorage.setItem(closedKey, indianDay.format())
    setOpen(false)
  }
  return (
    <Optional>
      <PopupAd ad={ad} onClose={close} />
    </Optional>
  )
}
