import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { ApprovalDecision } from '@jhatpat/shared/contracts/realtime.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { requestsKey } from './requests.ts'

/** Notifies the admin when another one has decided their request. Rendered once in the app, with no output. */
export default function ApprovalNotices(): null {
  const { realtime, store } = useServices()
  const client = useQueryClient()
  useEffect(
    () =>
      realtime.follow((socket) => {
        const notify = (decision: ApprovalDecision) => {
          void client.invalidateQueries({ queryKey: requestsKey })
          pushToast(store, { kind: decision.state === 'approved' ? 'ok' : 'warn', ...noticeOf(decision) })
        }
        socket.on('approval.decided', notify)
        return { poll: () => undefined, stop: () => socket.off('approval.decided', notify) }
      }),
    [realtime, store, client],
  )
  return null
}

function noticeOf({ by, state, amount, name, reason }: ApprovalDecision): { title: string; text: string } {
  const subject = amount === 0 ? name : `${formatRupees(Math.abs(amount))} for ${name}`
  return { title: `${by} ${state} your request.`, text: [subject, reason].filter(Boolean).join('. ') }
}
