import { invitationId } from '../accounts/index.ts'
import { clearAnswers, clearSavedViews } from './clear-by-value.ts'
import { clearOrders, clearTransactions } from './clear-orders.ts'
import { clearDocuments, deleteDocuments, type Filter, inOrderOfId, type Stored } from './documents.ts'
import type { Person } from './person.ts'

/** The documents of a collection that are deleted whole. */
const deleted: Readonly<Record<string, (person: Person) => Filter>> = {
  sessions: ({ userId }) => ({ userId }),
  push_subscriptions: ({ userId }) => ({ userId }),
  second_factors: ({ id }) => ({ _id: id }),
  otps: ({ emails, mobiles }) => ({
    _id: { $in: otpPurposes.flatMap((one) => [...emails, ...mobiles].map((about) => `${one}/${about}`)) },
  }),
  sms_numbers: ({ mobiles }) => ({ _id: { $in: [...mobiles] } }),
  email_tokens: ({ id }) => ({ _id: { $in: linkPurposes.map((purpose) => `${purpose}/${id}`) } }),
  account_notifications: ({ id, emails, mobiles }) => ({
    ...inOrderOfId,
    about: { $in: [id, ...emails, ...mobiles] },
  }),
  invitations: ({ emails }) => ({ _id: { $in: emails.map(invitationId) } }),
  customer_notes: ({ userId }) => ({ userId }),
}

const otpPurposes = ['register', 'sign_in', 'prove_mobile', 'prove_email']
const linkPurposes = ['verify', 'reset', 'contact', 'sign_in']

/** How each collection of the register that an erasure changes is covered; a test compares the two. */
export const coveredCollections: readonly string[] = [
  ...Object.keys(deleted),
  ...['saved_views', 'notifications', 'orders', 'wallet_transactions', 'approval_requests'],
  // With their orders and top-ups.
  ...['vaults', 'vendor_calls', 'reconciliation_exceptions'],
  // The account itself, and the key of what the audit log has of the person: `clearAccount`.
  ...['users', 'unique_names', 'audit_log', 'person_keys'],
]

/**
 * Clears everything about a person but the account itself. It can be interrupted and repeated at any time.
 * @returns how many orders, which keep their player, and transactions have not ended
 */
export async function clearPerson(person: Person, now: Date): Promise<number> {
  const { db, userId } = person
  // What is found by the person's values comes before what has them.
  await clearSavedViews(person)
  await clearAnswers(person)
  const openOrders = await clearOrders(person, now)
  const openTransactions = await clearTransactions(person)
  await clearDocuments(db.collection<Stored>('approval_requests'), { ...inOrderOfId, userId })
  for (const [name, filterOf] of Object.entries(deleted))
    await deleteDocuments(db.collection<Stored>(name), filterOf(person))
  return openOrders + openTransactions
}
