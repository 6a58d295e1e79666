import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'

/** What one can count on; figures only where they are measured. */
export function Facts() {
  return (
    <ul className="facts">
      <li>
        <Icon name="zap" />
        <span>
          <b>UPI or wallet</b> and the order starts by itself
        </span>
      </li>
      <li>
        <Icon name="eye" />
        <span>
          <b>Every step shown</b> from payment to delivery
        </span>
      </li>
      <li>
        <Icon name="undo-2" />
        <span>
          <b>Can’t deliver?</b> The money goes to your wallet
        </span>
      </li>
    </ul>
  )
}
