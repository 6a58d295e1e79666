import * as erasureCalls from '@jhatpat/shared/contracts/erasure.ts'
import { exportPersonalData } from '@jhatpat/shared/contracts/personal-data.ts'
import { requireUnfrozen } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import * as erasure from '@jhatpat/shared/domain/erasure/index.ts'
import { exportOwnData } from '@jhatpat/shared/domain/person-data/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountPersonalData(mount: Mount, deps: Deps): void {
  mount(exportPersonalData, async ({ caller }) => {
    requireUnfrozen(caller, deps.clock.now())
    return (await exportOwnData(deps, caller)).parts
  })

  mount(erasureCalls.ownErasure, ({ caller }) => erasure.readOwnErasure(deps, caller))

  mount(erasureCalls.askErasureCodes, async ({ caller }) => {
    const { contacts, retryMs } = await erasure.askErasureCodes(deps, caller)
    return { contacts, retryAfter: Math.ceil(retryMs / 1_000) }
  })

  mount(erasureCalls.requestErasure, ({ caller, body: { mobileOtp, emailOtp } }) =>
    erasure.requestOwnErasure(deps, caller, { mobile: mobileOtp, email: emailOtp }),
  )

  mount(erasureCalls.withdrawErasure, ({ caller }) => erasure.withdrawErasure(deps, caller))
}
