import { toRupees } from '@jhatpat/shared/contracts/money.ts'
import * as calls from '@jhatpat/shared/contracts/points.ts'
import { requireOwnUserId, requireUnfrozen } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { listPoints, pointsBalance, redeemPoints, toPoints } from '@jhatpat/shared/domain/points/index.ts'
import type { Mount } from '../http/mount.ts'
import { ownUserIdOf } from '../http/owner-id.ts'

export function mountPoints(mount: Mount, deps: Deps): void {
  mount(calls.pointsBalance, async ({ caller, params }) => ({
    balance: toPoints(await pointsBalance(await ownUserIdOf(caller, params.userid))),
    perHundredRupees: deps.env.POINTS_PER_100_RUPEES,
    worth: toRupees(deps.env.POINT_VALUE_PAISE),
  }))

  mount(calls.pointsHistory, async ({ caller, params }) =>
    listPoints(await ownUserIdOf(caller, params.userid)),
  )

  mount(calls.redeemPoints, async ({ caller, body, reference }) => {
    requireOwnUserId({ ...caller, role: 'user' }, body.userid, 'userid')
    requireUnfrozen(caller, deps.clock.now())
    const { userId, userid, name, email, mobilenumber } = caller
    const owner = { userId, userid, name, email, mobilenumber }
    return { msg: await redeemPoints(deps, owner, { txnid: reference('JW'), value: body.value }) }
  })
}
