import * as calls from '@jhatpat/shared/contracts/support.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { isNobodysDomain } from '@jhatpat/shared/platform/production-faults.ts'
import type { Mount } from '../http/mount.ts'

/** An example's address reaches nobody, so it is offered to nobody; neither is what was not set. */
export function mountSupport(mount: Mount, { env }: Pick<Deps, 'env'>): void {
  const reachable = (address: string) => (isNobodysDomain(address) ? null : address || null)
  const contact = reachable(env.SUPPORT_CONTACT)
  const officer = env.GRIEVANCE_OFFICER
    ? { name: env.GRIEVANCE_OFFICER, contact: reachable(env.GRIEVANCE_CONTACT) ?? contact }
    : null
  mount(calls.supportContact, async () => ({
    ...{ contact, phone: env.SUPPORT_PHONE || null, chat: reachable(env.SUPPORT_CHAT) },
    ...{ seller: env.SELLER || null, officer, answerHours: env.TICKET_ANSWER_HOURS },
  }))
}
