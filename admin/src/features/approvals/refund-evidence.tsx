import type { RefundEvidence } from '@jhatpat/shared/contracts/approval-requests.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { balanceDrop, pointsText } from '../../lib/evidence-texts.ts'
import { pendingReasonTexts } from '../../lib/pending-reason-texts.ts'
import { chanceText, refundRisk } from '../../lib/risk-texts.ts'
import { isUnknown } from './request-texts.ts'

/** What is known of the delivery: the same facts as on the requester's screen. */
export default function EvidenceNote({ evidence }: { evidence: RefundEvidence }) {
  const { title, icon } = pendingReasonTexts[evidence.kind]
  const isRisky = isUnknown(evidence)
  const points = pointsText(evidence)
  const messages = new Set(evidence.units.map(({ message }) => message).filter(Boolean))
  const chances = evidence.units.flatMap(({ chance }) => (chance === undefined ? [] : [chanceText(chance)]))
  return (
    <InlineMessage
      kind={isRisky ? 'bad' : 'info'}
      icon={icon}
      title={[title, evidence.detail].filter(Boolean).join(': ')}
    >
      {isRisky && <p className="b">{refundRisk(balanceDrop(evidence))}.</p>}
      {evidence.units.length > 0 && <p>Units: {unitsText(evidence)}.</p>}
      {points && (
        <p>
          Points {points.before} before, {points.after} after{points.change && `: ${points.change}`}.
        </p>
      )}
      {chances.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {[...messages].map((message) => (
        <p key={message} className="wrap-any">
          Supplier: “{message}”
        </p>
      ))}
    </InlineMessage>
  )
}

/** The states of the units: `1 delivered, 1 unknown`. */
function unitsText({ units }: RefundEvidence): string {
  const counts = Map.groupBy(units, ({ state }) => unitStateTexts[state])
  return [...counts].map(([text, list]) => `${list.length} ${text}`).join(', ')
}

const unitStateTexts: Record<RefundEvidence['units'][number]['state'], string> = {
  planned: 'not sent',
  sending: 'with the supplier',
  delivered: 'delivered',
  rejected: 'rejected',
  held_back: 'not sent',
  unknown: 'with an unknown outcome',
}
