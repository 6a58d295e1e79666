import type { ShownImage } from '@jhatpat/shared/contracts/gallery.ts'
import { lazy, Suspense, useEffect, useState } from 'react'

const PopupAd = lazy(() => import('./popup-ad.tsx'))
const closedKey = 'popupClosedOn'

/** Shows the first popup once the page stands; after it was closed, not again that day. */
export function Popup({ ad }: { ad: ShownImage | undefined }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (ad && localStorage.getItem(closedKey) !== new Date().toDateString()) setOpen(true)
  }, [ad])
  if (!ad || !open) return null
  const close = () => {
    localStorage.setItem(closedKey, new Date().toDateString())
    setOpen(false)
  }
  return (
    <Suspense>
      <PopupAd ad={ad} onClose={close} />
    </Suspense>
  )
}
