import type { ClientSession } from 'mongoose'
import type { StaffRole } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { isDuplicateKey } from '../../platform/mongo.ts'
import {
  type Client,
  completeSignIn,
  consumeInvitation,
  type IInvitation,
  type InvitationLink,
  type IUser,
  insertUser,
  newUser,
  readInvitation,
  refuseCommonPassword,
  type SignedIn,
  UserModel,
} from '../accounts/index.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import { isActiveOwner } from '../customers/index.ts'
import type { Deps } from '../deps.ts'

type InvitationView = {
  name: string
  email: string
  staffRole: StaffRole
  by: string
  until: string
}

/**
 * The invitation behind a link, for its page.
 * @throws AppError `invitation_unknown`, `invitation_used`, `invitation_ended`
 */
export async function viewInvitation(
  { clock }: Pick<Deps, 'clock'>,
  link: InvitationLink,
): Promise<InvitationView> {
  const { name, email, staffRole, invitedBy, expiresAt } = await readInvitation(link, clock.now())
  await requireOwner(invitedBy)
  return { name, email, staffRole, by: invitedBy.name, until: expiresAt.toISOString() }
}

/**
 * Creates the invited person's account with the password they chose, and signs them in. The link verifies the address
 * and works once. The inviting person must still be an owner.
 * @throws AppError as `viewInvitation`; `password_common`; `email_has_account` when the address has got an account
 * meanwhile
 */
export async function acceptInvitation(
  deps: Pick<Deps, 'clock' | 'env'>,
  { password, ...link }: InvitationLink & { password: string },
  origin: Client,
): Promise<SignedIn> {
  refuseCommonPassword(password)
  const { userId, email, name, staffRole } = await readInvitation(link, deps.clock.now())
  const input = {
    email,
    name,
    staffRole,
    password,
    mobilenumber: '',
    role: 'admin',
    verified: true,
    staffSince: deps.clock.now(),
  } as const
  const account = { ...(await newUser(input)), _id: userId }
  try {
    const user = await insertUser(account, (tx) => acceptInTransaction(tx, link, deps.clock.now()))
    return await completeSignIn(deps, user, origin)
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw new AppError('email_has_account', { message: hasAccountText, cause: error })
  }
}

const hasAccountText =
  'An account with this email now exists. Log in or reset the password, and ask your inviter to give it the role.'

async function acceptInTransaction(tx: ClientSession, link: InvitationLink, at: Date): Promise<void> {
  const { userId, name, email, staffRole, invitedBy } = await consumeInvitation(tx, link, at)
  await requireOwner(invitedBy, tx)
  const actor = { userId: String(userId), name }
  await writeAudit(tx, actor, {
    at,
    action: 'invitation.accept',
    target: auditTarget.user(actor.userId),
    reason: '',
    before: {},
    after: { email, role: 'admin', staffRole },
  })
}

/** @throws AppError `invitation_ended` when the inviting person is no longer an owner */
async function requireOwner({ userId }: IInvitation['invitedBy'], tx?: ClientSession): Promise<void> {
  const owner = await UserModel.findById(userId, null, { session: tx ?? null }).lean<IUser | null>()
  if (!owner || !isActiveOwner(owner)) throw new AppError('invitation_ended')
}
