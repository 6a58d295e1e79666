import * as calls from '@jhatpat/shared/contracts/saved-views.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { listViews, removeView, renameView, saveView } from '@jhatpat/shared/domain/saved-views/index.ts'
import { actorOf } from '../author-of.ts'
import type { Mount } from '../http/mount.ts'

export function mountViews(mount: Mount, { clock }: Pick<Deps, 'clock'>): void {
  const holder = (caller: Caller, ip: string) => ({ caller, actor: actorOf(caller, ip), clock })
  mount(calls.savedViews, async ({ caller, params }) => ({ views: await listViews(caller, params.table) }))
  mount(calls.saveView, async ({ caller, body, ip }) => ({ views: await saveView(holder(caller, ip), body) }))
  mount(calls.renameView, async ({ caller, params, body, ip }) => ({
    views: await renameView(holder(caller, ip), params.id, body.name),
  }))
  mount(calls.removeView, async ({ caller, params, ip }) => ({
    views: await removeView(holder(caller, ip), params.id),
  }))
}
