import './second-factor.css'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { useAtomValue } from 'jotai'
import { useFactorChanged } from '../../lib/use-factor.ts'
import { useMenuExit } from '../../lib/use-menu-exit.ts'
import { SetUp } from './set-up.tsx'

/**
 * The set-up of a second factor as the only content of the page, for an admin who may do nothing
 * else before it.
 */
export default function SetUpFirst() {
  const user = useAtomValue(userAtom)
  const { signOut } = useMenuExit()
  const changed = useFactorChanged()
  return (
    <>
      <title>Two-step verification · Jhatpat admin</title>
      <header className="alone-bar">
        <img src="/art/logo.svg" alt="Jhatpat" width="121" height="28" />
        <span className="row sm t2">
          {user?.email}
          <Button size="sm" icon="log-out" onClick={signOut}>
            Sign out
          </Button>
        </span>
      </header>
      <main className="factor alone">
        <h1 className="d1">Two-step verification</h1>
        <SetUp isRequired onEnd={changed} />
      </main>
    </>
  )
}
