import { useLocation } from 'react-router-dom'
import ApprovalNotices from '../../lib/approval-notices.tsx'
import { usePermission } from '../../lib/me.ts'
import OrderAlerts from '../../lib/order-alerts.tsx'
import HeldBar from '../../lib/undo/held-bar.tsx'

/** What runs beside every screen: the chime, notices of decided requests, and the bar that undoes a decision. */
export default function Background() {
  const { pathname } = useLocation()
  const may = usePermission()
  return (
    <>
      <OrderAlerts />
      {may('approvals.decide') && <ApprovalNotices />}
      {pathname !== '/orders' && <HeldBar />}
    </>
  )
}
