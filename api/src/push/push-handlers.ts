import * as calls from '@jhatpat/shared/contracts/push.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { currentSubscription, subscribe, unsubscribe } from '@jhatpat/shared/domain/push/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountPush(mount: Mount, deps: Pick<Deps, 'push' | 'clock'>): void {
  mount(calls.pushState, async ({ caller }) => ({
    publicKey: deps.push?.publicKey ?? null,
    here: (await currentSubscription(caller)) ?? null,
  }))

  mount(calls.pushOn, async ({ caller, body }) => ({ id: await subscribe(deps, caller, body) }))

  mount(calls.pushOff, async ({ caller, params }) => {
    await unsubscribe(caller, params.id)
    return { message: 'No more news is sent there.' }
  })
}
