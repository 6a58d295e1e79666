import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { stripText } from './incident-texts.ts'
import { useOpenIncidents } from './use-incidents.ts'

/** A strip at the top of every screen while an incident is active. */
export default function IncidentStrip() {
  const { data } = useOpenIncidents()
  const now = useNow(10_000)
  return (
    <div role="status">
      {data?.map((incident) => (
        <div
          key={incident.id}
          className={
            incident.state === 'releasing' && !incident.releaseStopped ? 'offline' : 'offline incident-bad'
          }
        >
          <div className="shell incident-line">
            <Icon name="triangle-alert" />
            <span className="grow">{stripText(incident, now)}</span>
            <AppLink className="incident-open" href="/incident">
              Open
            </AppLink>
          </div>
        </div>
      ))}
    </div>
  )
}
