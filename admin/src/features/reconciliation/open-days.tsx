import { Button } from '@jhatpat/shared/ui/button.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { dayText } from '@jhatpat/shared/ui/format/ist-time.ts'

type Props = { day: string; days: readonly string[]; open: number; onChoose: (day: string) => void }

const shownDays = 12

/** Other days on which something waits, so that none is forgotten. */
export function OpenDays({ day, days, open, onChoose }: Props) {
  const others = days.filter((one) => one !== day).slice(0, shownDays)
  if (others.length === 0) return null
  return (
    <div className="row wrap recon-open">
      <span className="t2 sm">{`${formatCount(open)} open in all. Also on`}</span>
      {others.map((one) => (
        <Button key={one} size="sm" onClick={() => onChoose(one)}>
          {dayText(`${one}T12:00:00+05:30`)}
        </Button>
      ))}
    </div>
  )
}
