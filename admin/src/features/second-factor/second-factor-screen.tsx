import './second-factor.css'
import { LoadError } from '../../lib/load-error.tsx'
import { PageBar } from '../../lib/page-bar.tsx'
import { useFactor, useFactorChanged } from '../../lib/use-factor.ts'
import { FactorOn } from './factor-on.tsx'
import { SetUp } from './set-up.tsx'

/** The admin's own second factor: set up, manage, turn off. */
export default function SecondFactorScreen() {
  const { data, error, refetch } = useFactor()
  const changed = useFactorChanged()
  return (
    <>
      <PageBar title="Two-step verification" />
      <div className="factor">
        {data ? (
          data.isOn ? (
            <FactorOn {...data} />
          ) : (
            <SetUp isRequired={data.isRequired} onEnd={changed} />
          )
        ) : error ? (
          <LoadError error={error} onRetry={refetch} />
        ) : (
          <p role="status">Loading...</p>
        )}
      </div>
    </>
  )
}
