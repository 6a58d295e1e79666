export { migrations } from './baseline.ts'
