import { SessionModel, UserModel } from './accounts/index.ts'

/** Who was signed in stays so; what a session copied from its user is read from the user. */
export async function freeSessions(): Promise<void> {
  const always = new Date(0)
  await UserModel.collection.updateMany(
    { sessionsValidFrom: { $exists: false } },
    { $set: { sessionsValidFrom: always } },
  )
  await SessionModel.collection.updateMany({ validFrom: { $exists: false } }, [
    { $set: { validFrom: always, lastUsedAt: '$createdAt', address: '', device: '' } },
    { $unset: ['userid', 'name', 'email', 'mobilenumber', 'role'] },
  ])
}
