import { ownersByPrefix } from '../../platform/names.ts'
import { nameCollation, UserModel, uniqueKeys } from '../accounts/index.ts'

/** Maximum results; beyond it the search needs to be more specific. */
const maxResults = 500

/** Sorts after every text with the same prefix, in both collations used here. */
const highestCharacter = '\uffff'

/**
 * The users (`_id` in hex) whose name, e-mail, mobile number, `userid` or `_id` begins with the text, ignoring case:
 * exact ids first, then by mobile, `userid`, e-mail and name. Each list is read from its index.
 */
export async function searchUsers(
  typed: string,
): Promise<{ ids: string[] /** There are more than these. */; isTruncated: boolean }> {
  const text = typed.trim().toLowerCase()
  const lists = await Promise.all([
    byId(text),
    byMobile(text),
    ownersByPrefix(uniqueKeys.userid(text), maxResults + 1),
    ownersByPrefix(uniqueKeys.email(text), maxResults + 1),
    byName(text),
  ])
  const ids = [...new Set(lists.flat())]
  return { ids: ids.slice(0, maxResults), isTruncated: ids.length > maxResults }
}

async function byId(text: string): Promise<string[]> {
  if (!/^[0-9a-f]{24}$/.test(text)) return []
  const found = await UserModel.exists({ _id: text })
  return found ? [text] : []
}

/** Accepts any notation: `+91 98765 43210`, `098765-43210`. */
async function byMobile(text: string): Promise<string[]> {
  if (!/^[+\d][\d\s-]{2,}$/.test(text)) return []
  const digits = text.replace(/\D/g, '').replace(/^(0|91(?=\d{10}))/, '')
  const range = { $gte: digits, $lt: `${digits}${highestCharacter}` }
  return idsOf(
    await UserModel.find({ mobilenumber: range }, { _id: 1 })
      .sort({ mobilenumber: 1 })
      .limit(maxResults + 1)
      .lean(),
  )
}

async function byName(text: string): Promise<string[]> {
  const range = { $gte: text, $lt: `${text}${highestCharacter}` }
  return idsOf(
    await UserModel.find({ name: range }, { _id: 1 })
      .collation(nameCollation)
      .sort({ name: 1, _id: 1 })
      .limit(maxResults + 1)
      .lean(),
  )
}

const idsOf = (found: { _id: { toHexString(): string } }[]) => found.map(({ _id }) => _id.toHexString())
