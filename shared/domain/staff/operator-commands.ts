import { type StaffRole, staffRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import {
  type IUser,
  insertUser,
  type NewUser,
  newUser,
  publishRevoked,
  UserModel,
} from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import { previousValues, writeUser } from '../customers/index.ts'
import type { Deps } from '../deps.ts'
import { keepBlock } from '../erasure/index.ts'

/** The operator, who runs the shop's machines and is above all admins. Each action is recorded with its reason. */
export type Operator = Actor & { reason: string }

type OperatorDeps = Pick<Deps, 'clock' | 'publisher'>

/**
 * Creates an account with a verified address; also the first admin.
 * @throws MongoDB's duplicate-key error when the e-mail or the mobile number is taken
 */
export async function createUserAsOperator(
  { clock }: Pick<Deps, 'clock'>,
  { reason, ...actor }: Operator,
  person: NewUser & Required<Pick<NewUser, 'role'>>,
): Promise<IUser> {
  const user = await newUser({ ...person, verified: true })
  const { name, email, role } = user
  return insertUser(user, (tx, userId) =>
    writeAudit(tx, actor, {
      at: clock.now(),
      action: 'user.create',
      target: auditTarget.user(userId),
      before: {},
      after: { name, email, role },
      reason,
    }),
  )
}

/** Without `staffRole` the role is kept, and a new admin becomes an owner. */
type OperatorChange = Partial<Pick<IUser, 'role' | 'isBlocked'>> & { staffRole?: StaffRole }

/** Compares staff roles by `staffRoleOf`: an admin without a stored staff role is an owner. */
const isUnchanged = (user: IUser, change: OperatorChange): boolean =>
  (change.role ?? user.role) === user.role &&
  (change.isBlocked ?? user.isBlocked) === user.isBlocked &&
  (change.staffRole ?? staffRoleOf(user)) === staffRoleOf(user)

/**
 * Changes a user's role, or blocks or unblocks them, and revokes their sessions.
 * @returns how many sessions there were; undefined when nothing changes
 * @throws AppError `not_found`, `user_changed`, `verified_email_required`
 */
export async function updateUserAsOperator(
  deps: OperatorDeps,
  { reason, ...actor }: Operator,
  { userId, change }: { userId: string; change: OperatorChange },
): Promise<number | undefined> {
  const changed = await inTransaction(async (tx) => {
    const before = await UserModel.findById(userId, null, { session: tx }).lean<IUser | null>()
    if (!before) throw new AppError('not_found')
    const isKept = change.isBlocked === true && (await keepBlock(tx, userId))
    if (isUnchanged(before, change) && !isKept) return undefined
    const now = deps.clock.now()
    const after = await writeUser(tx, before, { change, now, byOperator: true })
    await writeAudit(tx, actor, {
      at: now,
      action: 'user.update',
      target: auditTarget.user(userId),
      before: previousValues(before, change),
      after: change,
      reason,
    })
    return after
  })
  return changed && publishRevoked(changed, deps)
}
