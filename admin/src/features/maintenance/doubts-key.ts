export const doubtsKey = ['admin', 'payment-doubts']
