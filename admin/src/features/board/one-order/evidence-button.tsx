import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { tokenAtom } from '@jhatpat/shared/browser/session.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { usePermission } from '../../../lib/may.ts'
import { messageOf } from '../../../lib/message-of.ts'
import { saveFile, downloadCsv } from '../../../lib/table/download-csv.ts'

/** All that is known of the order as a zip; only for those who may take lists away, and it is noted who does. */
export function EvidenceButton({ orderid }: { orderid: string }) {
  const { store } = useServices()
  const token = useAtomValue(tokenAtom) ?? ''
  const [busy, setBusy] = useState(false)
  if (!usePermission()('exports.create')) return null
  const take = async () => {
    setBusy(true)
    try {
      const address = `/api/admin/orders/${orderid}/record`
      const { signal } = new AbortController()
      const zip = await downloadCsv({ address, token, signal, onProgress: () => undefined })
      saveFile(zip, `${orderid}.zip`)
      pushToast(store, {
        kind: 'ok',
        title: 'Evidence saved.',
        text: 'In your downloads; it is noted in the audit log.',
      })
    } catch (error) {
      pushToast(store, { kind: 'bad', title: 'The evidence was not written.', text: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" icon="download" busy={busy} busyText="Collecting" onClick={() => void take()}>
      Evidence
    </Button>
  )
}
