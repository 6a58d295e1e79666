import * as calls from '@jhatpat/shared/contracts/support.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Mount } from '../http/mount.ts'
import { supportView } from './support-view.ts'

export function mountSupport(mount: Mount, { env }: Pick<Deps, 'env'>): void {
  mount(calls.supportContact, async () => supportView(env))
}
