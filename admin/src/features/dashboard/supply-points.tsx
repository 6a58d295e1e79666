import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { queryPoints, queryPointsPh } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { useMutation } from '@tanstack/react-query'
import { pointsNumber } from '../../lib/points.ts'

const suppliers = [
  { name: 'Smile.one BR', route: queryPoints },
  { name: 'Smile.one PH', route: queryPointsPh },
] as const

/** The points left at both suppliers, fetched at the press of a button. */
export function SupplyPoints() {
  return (
    <section className="panel" aria-labelledby="supply-points">
      <h2 className="d4" id="supply-points">
        Supply points
      </h2>
      <ul className="sup">
        {suppliers.map((supplier) => (
          <SupplierPoints key={supplier.name} {...supplier} />
        ))}
      </ul>
    </section>
  )
}

function SupplierPoints({ name, route }: (typeof suppliers)[number]) {
  const { call } = useServices()
  const query = useMutation({
    mutationFn: async () => {
      const { status, smile_points } = await call(route, { body: {} })
      if (status !== 200) throw new Error(pointsFailed)
      return { points: smile_points, at: serverNow() }
    },
  })
  return (
    <li aria-label={name}>
      <div className="row between">
        <span className="b">{name}</span>
        <span className="b num">
          {query.data ? pointsText(query.data.points) : query.isError ? 'Not known' : 'Not asked yet'}
        </span>
      </div>
      <div className="row between wrap">
        <div role="status">
          {query.isSuccess && (
            <Hint tone="ok">
              {pointsFetched}, {clockTime(query.data.at)}
            </Hint>
          )}
          {query.isError && <Hint tone="bad">{pointsFailed}</Hint>}
        </div>
        <Button
          size="sm"
          icon="refresh-cw"
          busy={query.isPending}
          busyText="Asking"
          className="push"
          aria-label={`Query points, ${name}`}
          onClick={() => query.mutate()}
        >
          Query points
        </Button>
      </div>
    </li>
  )
}

const pointsFetched = 'Points fetched successfully'
const pointsFailed = 'Failed to fetch points'

/** `1,81,380 points`; anything that is no number is shown as the supplier wrote it. */
function pointsText(points: string): string {
  const count = Number(points)
  if (points.trim() === '' || !Number.isFinite(count)) return points
  return `${pointsNumber(count)} points`
}
