import type { ShownImage } from '@jhatpat/shared/contracts/gallery.ts'
import { istDay } from '@jhatpat/shared/ui/format/ist-text.ts'
import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { useEffect, useState } from 'react'

const PopupAd = lazily(() => import('./popup-ad.tsx'))
const closedKey = 'popupClosedOn'

/** Shows the first popup once the page stands; after it was closed, not again that day. */
export function Popup({ ad }: { ad: ShownImage | undefined }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (ad && localStorage.getItem(closedKey) !== istDay(Date.now())) setOpen(true)
  }, [ad])
  if (!ad || !open) return null
  const close = () => {
    localStorage.setItem(closedKey, istDay(Date.now()))
    setOpen(false)
  }
  return (
    <Optional>
      <PopupAd ad={ad} onClose={close} />
    </Optional>
  )
}
