export { countSales, salesEveryMs } from './count-sales.ts'
export { reportSales } from './report-sales.ts'
export { type ISales, SalesModel } from './sales-model.ts'
export { type SalesFault, verifySales } from './verify-sales.ts'
