import { exportPersonalData } from '@jhatpat/shared/contracts/personal-data.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { exportOwnData } from '@jhatpat/shared/domain/person-data/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountPersonalData(mount: Mount, deps: Deps): void {
  mount(exportPersonalData, ({ caller }) => exportOwnData(deps, caller))
}
