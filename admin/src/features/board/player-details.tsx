import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'

/** The recipient of the order: every input in full under its label, each with a copy button. */
export function PlayerDetails({ order }: { order: BoardOrder }) {
  const inputs = [order.input1, order.input2].map((value, at) => ({
    value,
    label: order.product.inputs[at]?.label ?? (at === 0 ? 'Account' : 'More'),
  }))
  return (
    <section className="player-details" aria-label="Deliver to">
      <p className="label">Deliver to</p>
      <dl>
        {inputs
          .filter(({ value }) => value !== '')
          .map(({ label, value }) => (
            <div key={label}>
              <dt className="t3">{label}</dt>
              <dd className="mono b wrap-any">
                <bdi>{value}</bdi>
              </dd>
              <dd>
                <CopyButton text={value} label={`Copy ${label}`} />
              </dd>
            </div>
          ))}
        {order.username && (
          <div>
            <dt className="t3">Name found</dt>
            <dd className="wrap-any">
              <bdi>{order.username}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
