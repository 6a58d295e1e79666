import * as z from 'zod/mini'
import { officeRoles } from './permissions.ts'

export const OfficeRole = z.enum(officeRoles)
