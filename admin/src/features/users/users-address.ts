import { userPageSizes } from '@jhatpat/shared/contracts/users.ts'

/** What the address says about the table: a link or a reload shows the same rows. */
export type UsersAddress = {
  page: number
  size: number
  /** What is searched for, or empty. */
  q: string
}

/** What an address does not say, or not in a way that could be asked for, is the first page of 25 of everyone. */
export function readUsersAddress(params: URLSearchParams): UsersAddress {
  const page = Number(params.get('page'))
  const size = Number(params.get('size'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: userPageSizes.find((one) => one === size) ?? userPageSizes[0],
    q: (params.get('search') ?? '').trim().slice(0, 100),
  }
}

export function usersParams({ page, size, q }: UsersAddress): URLSearchParams {
  const params = new URLSearchParams()
  if (q) params.set('search', q)
  if (page > 1) params.set('page', String(page))
  if (size !== userPageSizes[0]) params.set('size', String(size))
  return params
}
