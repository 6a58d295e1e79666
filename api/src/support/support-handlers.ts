import * as calls from '@jhatpat/shared/contracts/support.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { isNobodysDomain } from '@jhatpat/shared/platform/production-faults.ts'
import type { Mount } from '../http/mount.ts'

/** An example's address reaches nobody, so it is offered to nobody. */
export function mountSupport(mount: Mount, { env }: Pick<Deps, 'env'>): void {
  const contact = isNobodysDomain(env.SUPPORT_CONTACT) ? null : env.SUPPORT_CONTACT
  mount(calls.supportContact, async () => ({ contact, answerHours: env.TICKET_ANSWER_HOURS }))
}
