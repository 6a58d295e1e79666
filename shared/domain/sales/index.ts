export { recountSales, salesEveryMs } from './count-sales.ts'
export { reportSales } from './report-sales.ts'
export { type IDailySales, DailySalesModel } from './sales-model.ts'
export { type SalesFault, verifySales } from './verify-sales.ts'
