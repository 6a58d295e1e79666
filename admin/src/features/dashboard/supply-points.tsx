import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { queryPoints, queryPointsPh } from '@jhatpat/shared/contracts/admin.ts'
import type { SupplierName } from '@jhatpat/shared/contracts/api-types.ts'
import { refreshSupplier, type SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallButton } from '../../lib/call-button.tsx'
import { useCondition } from '../../lib/incidents/use-incidents.ts'
import { pointsNumber } from '../../lib/points.ts'
import { supplierTitles } from '../../lib/suppliers/supplier-names.ts'
import { amountText, queried, queryFailed, whenText } from '../../lib/suppliers/supplier-texts.ts'
import { suppliersKey, useSuppliers } from '../../lib/suppliers/use-suppliers.ts'

const names = Object.keys(supplierTitles) as SupplierName[]

/** The balance of every supplier as it was last read, and a button that reads it now. */
export default function SupplyPoints() {
  const { data = [] } = useSuppliers()
  return (
    <section className="panel" aria-labelledby="supply-points">
      <h2 className="d4" id="supply-points">
        Supply points
      </h2>
      <ul className="sup">
        {names.map((name) => (
          <SupplierPoints key={name} name={name} known={data.find(({ account }) => account === name)} />
        ))}
      </ul>
    </section>
  )
}

/** The points at BR and PH have calls of their own (specification). */
const pointCalls = { SMILEBR: queryPoints, SMILEPH: queryPointsPh } as const
const hasPointCall = (name: SupplierName): name is keyof typeof pointCalls => name in pointCalls

function useBalanceCheck(name: SupplierName) {
  const { call } = useServices()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      if (!hasPointCall(name)) {
        const { balance, unit } = await call(refreshSupplier, { params: { account: name }, body: {} })
        if (!balance) throw new Error(queryFailed)
        return { text: amountText(balance.amount, unit), at: serverNow() }
      }
      const { status, smile_points } = await call(pointCalls[name], { body: {} })
      if (status !== 200) throw new Error(queryFailed)
      return { text: pointsText(smile_points), at: serverNow() }
    },
    // The bar above says the same balance.
    onSettled: () => client.invalidateQueries({ queryKey: suppliersKey }),
  })
}

function SupplierPoints({ name, known }: { name: SupplierName; known: SupplierAccount | undefined }) {
  const check = useBalanceCheck(name)
  const title = supplierTitles[name]
  const conditionOf = useCondition()
  const condition = known && conditionOf(known)
  const silent = condition?.tone === 'refused'
  return (
    <li aria-label={title}>
      <div className="row between">
        <span className="b">{title}</span>
        <span className="b num">{check.data?.text ?? knownText(known, check.isError)}</span>
      </div>
      <div className="row between wrap">
        <div role="status">
          {check.isSuccess && (
            <Hint tone="ok">
              {queried}, {clockTime(check.data.at)}
            </Hint>
          )}
          {check.isError && <Hint tone="bad">{queryFailed}</Hint>}
          {check.isIdle && known?.balance && (
            <Hint tone={silent ? 'bad' : undefined}>
              {silent && `${condition.text}, `}updated {whenText(known.balance.readAt)}
            </Hint>
          )}
        </div>
        <CallButton
          access={hasPointCall(name) ? pointCalls[name].auth : refreshSupplier.auth}
          size="sm"
          icon="refresh-cw"
          busy={check.isPending}
          busyText="Checking…"
          className="push"
          aria-label={`Check balance, ${title}`}
          onClick={() => check.mutate()}
        >
          Check balance
        </CallButton>
      </div>
    </li>
  )
}

function knownText(known: SupplierAccount | undefined, hasFailed: boolean): string {
  if (known?.balance) return amountText(known.balance.amount, known.unit)
  return hasFailed ? 'Unknown' : 'Not checked yet'
}

/** `1,81,380 points`; anything that is no number is shown as the supplier wrote it. */
function pointsText(points: string): string {
  const count = Number(points)
  if (points.trim() === '' || !Number.isFinite(count)) return points
  return `${pointsNumber(count)} points`
}
