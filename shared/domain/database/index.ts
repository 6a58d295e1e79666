export { migrations } from './baseline.ts'
export { prepareDatabase } from './prepare-database.ts'
