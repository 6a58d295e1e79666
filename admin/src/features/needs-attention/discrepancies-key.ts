export const discrepanciesKey = ['admin', 'payment-discrepancies']
