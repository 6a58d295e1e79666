import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import type { AuditPage } from '../audit/index.ts'

const userOf = (target: string): string | undefined => /^user:([0-9a-f]{24})$/.exec(target)?.[1]

/** Adds the names of the persons that rows are about; readers need the permission to see customers. */
export async function nameTargets(reader: StaffMember, page: AuditPage): Promise<AuditPage> {
  const ids = page.rows.flatMap(({ target }) => userOf(target) ?? [])
  if (ids.length === 0 || !isAllowed(reader, 'customers.view')) return page
  const users = await UserModel.find({ _id: { $in: ids } }, { name: 1 }).lean<Pick<IUser, '_id' | 'name'>[]>()
  const names = new Map(users.map(({ _id, name }) => [String(_id), name]))
  return {
    ...page,
    rows: page.rows.map((row) => {
      const targetName = names.get(userOf(row.target) ?? '')
      return targetName ? { ...row, targetName } : row
    }),
  }
}
