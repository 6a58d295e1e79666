import { createRoot } from 'react-dom/client'
import { OfflineBanner } from '../offline-banner.tsx'
import { Toasts } from '../toast.tsx'
import { Choosing, Fields, Floating } from './controls.tsx'
import { now } from './frame.tsx'
import './gallery.css'
import { Lists, Paper, ShopParts } from './lists.tsx'
import { Buttons, EmptyStates, Messages, Statuses } from './states.tsx'

function Gallery() {
  return (
    <>
      <OfflineBanner offline since={now} />
      <main className="shell">
        <h1 className="d1">The kit of parts</h1>
        <div className="gallery-grid sec">
          <EmptyStates />
          <Buttons />
          <Messages />
          <Statuses />
          <Fields />
          <Choosing />
          <Floating />
          <Paper />
        </div>
        <ShopParts />
        <Lists />
      </main>
      <Toasts />
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
