import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { useBrowser } from '../lib/browser.tsx'

/** What is left when a screen breaks: the rest of the shop goes on without it. */
export function CrashScreen() {
  const { leaveTo } = useBrowser()
  return (
    <main className="omain">
      <Empty
        spot="sorry"
        title="Something went wrong! Please try again."
        level={2}
        role="alert"
        action={<Button onClick={() => leaveTo(location.href)}>Try again</Button>}
      >
        This screen broke in your browser. No order was changed by it.
      </Empty>
    </main>
  )
}
