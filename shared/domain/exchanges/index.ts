export { createExchangeBook, type ExchangeBook } from './exchange-book.ts'
export { ExchangeModel } from './exchange-model.ts'
export { listExchanges } from './list-exchanges.ts'
