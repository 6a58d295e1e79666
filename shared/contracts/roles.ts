import * as z from 'zod/mini'

export const Role = z.enum(['user', 'reseller', 'admin'])
export type Role = z.output<typeof Role>
